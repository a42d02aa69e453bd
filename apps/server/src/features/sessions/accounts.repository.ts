import { sql } from 'kysely';
import type { Role } from '@callpoint/contract/permissions';
import { changesOf, recordAudit, type Actor } from '../../db/audit.ts';
import type { Db } from '../../db/tables.ts';
import { BLOCKED } from '../../http/session-tokens.ts';

/** Accounts that can sign in, found by their address in whatever case it is typed. */

const TABLE = { admin: 'admin', team: 'team', app_user: 'app_user' } as const satisfies Record<Role, string>;

export type Account = {
  id: number;
  email: string;
  password_hash: string;
  /** The subscriber that it is, or belongs to. */
  team_id: number | null;
  /** The sentence that says why it may not sign in; null where it may. */
  blocked: string | null;
};

/** The account of a role with this address, in whatever case it is typed. */
export async function findAccount(db: Db, role: Role, email: string): Promise<Account | undefined> {
  const address = email.toLowerCase();
  if (role === 'admin') {
    const admin = await db
      .selectFrom('admin')
      .select(['id', 'email', 'password_hash'])
      .where(sql`lower(email)`, '=', address)
      .executeTakeFirst();
    return admin && { ...admin, team_id: null, blocked: null };
  }
  if (role === 'team') {
    const team = await db
      .selectFrom('team')
      .select(['id', 'email', 'password_hash', 'status'])
      .where(sql`lower(email)`, '=', address)
      .executeTakeFirst();
    return team && { ...team, team_id: team.id, blocked: team.status === 0 ? BLOCKED.team : null };
  }
  const user = await db
    .selectFrom('app_user')
    .innerJoin('team', 'team.id', 'app_user.team_id')
    .select(['app_user.id', 'app_user.email', 'app_user.password_hash', 'app_user.team_id'])
    .select(['app_user.status', 'team.status as team_status'])
    .where(sql`lower(app_user.email)`, '=', address)
    .executeTakeFirst();
  return user && { ...user, blocked: blockedUser(user.status, user.team_status) };
}

function blockedUser(status: number, teamStatus: number): string | null {
  if (status === 0) return BLOCKED.app_user;
  return teamStatus === 0 ? BLOCKED.users_team : null;
}

export async function findAdmin(db: Db, id: number) {
  return await db.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findTeam(db: Db, id: number) {
  return await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findAppUser(db: Db, id: number) {
  return await db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Sets an account's password, with its line in the audit; call it in a transaction. */
export async function setPassword(
  db: Db,
  actor: Actor,
  role: Role,
  id: number,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable(TABLE[role] as 'team')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
  await recordAudit(db, {
    actor,
    action: 'update',
    outcome: 'done',
    subject: TABLE[role],
    subjectId: id,
    teamId: role === 'team' ? id : null,
    changes: changesOf({ password_hash: 'old' }, { password_hash: 'new' }),
  });
}
