import { sql, type Updateable } from 'kysely';
import type { Database, Db } from '../../db/tables.ts';
import type { TenantDb } from '../../db/tenant.ts';

export type NewAppUser = { name: string; email: string; phone: string; password_hash: string };

/** True where an app user other than `exceptId`, of whatever subscriber, signs in with this address. */
export async function isEmailTaken(db: Db, email: string, exceptId: number | null): Promise<boolean> {
  const query = db
    .selectFrom('app_user')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase());
  const row = await (exceptId === null ? query : query.where('id', '!=', exceptId)).executeTakeFirst();
  return row !== undefined;
}

/**
 * The subscriber's limit of app users and how many it has. Takes a lock on the subscriber, so that two users made
 * at once cannot both be the last one; call it in the transaction that inserts.
 */
export async function lockPlaces(
  tx: Db,
  teamId: number,
): Promise<{ maxUsers: number; taken: number } | null> {
  const team = await tx
    .updateTable('team')
    .set({ max_users: sql`max_users` })
    .where('id', '=', teamId)
    .returning('max_users')
    .executeTakeFirst();
  if (!team) return null;
  const { taken } = await tx
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('taken'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return { maxUsers: team.max_users, taken };
}

/** Returns the id of the new user, or null where the address is taken. */
export async function insertAppUser(
  tx: Db,
  teamId: number,
  user: NewAppUser,
  now = new Date(),
): Promise<number | null> {
  const at = now.toISOString();
  const made = await tx
    .insertInto('app_user')
    .values({ ...user, team_id: teamId, status: 1, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Returns false where the caller has no such user. */
export async function updateAppUser(tenant: TenantDb, id: number, values: Updateable<Database['app_user']>) {
  return await tenant.update('app_user', id, { ...values, updated_at: new Date().toISOString() });
}

export async function findTeamOf(tenant: TenantDb, id: number): Promise<number | null> {
  const row = await tenant.selectFrom('app_user').select('team_id').where('id', '=', id).executeTakeFirst();
  return row?.team_id ?? null;
}
