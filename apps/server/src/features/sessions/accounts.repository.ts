import { sql } from 'kysely';
import type { Role } from '@callpoint/contract/permissions';
import type { Db } from '../../db/tables.ts';

/** Accounts that can sign in, found by their address in whatever case it is typed. */

const TABLE = { admin: 'admin', team: 'team', app_user: 'app_user' } as const satisfies Record<Role, string>;

/** The id, password hash and status of an account; administrators are always active. */
export async function findAccount(db: Db, role: Role, email: string) {
  const table = TABLE[role];
  return await db
    .selectFrom(table as 'team')
    .select(['id', 'email', 'password_hash'])
    .select(role === 'admin' ? sql<number>`1`.as('status') : 'status')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export async function findAdmin(db: Db, id: number) {
  return await db.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findTeam(db: Db, id: number) {
  return await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** An app user, and whether the subscriber it belongs to is active. */
export async function findAppUser(db: Db, id: number) {
  return await db
    .selectFrom('app_user')
    .innerJoin('team', 'team.id', 'app_user.team_id')
    .selectAll('app_user')
    .select('team.status as team_status')
    .where('app_user.id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function setPassword(db: Db, role: Role, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable(TABLE[role] as 'team')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
}
