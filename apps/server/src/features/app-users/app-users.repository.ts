import { toE164 } from '@callpoint/alerts/phone-numbers';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/accounts.ts';
import type { TenantDb } from '../../db/tenant.ts';

export type NewAppUser = {
  name: string;
  email: string;
  phone: string;
  password_hash: string;
  sms_consent: string | null;
};

/** True if an app user of any subscriber, other than `exceptId`, signs in with this address. */
export async function isAppUserEmailTaken(
  accounts: AccountsDb,
  email: string,
  exceptId: number | null,
): Promise<boolean> {
  const query = accounts
    .selectFrom('app_user')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase());
  const row = await (exceptId === null ? query : query.where('id', '!=', exceptId)).executeTakeFirst();
  return row !== undefined;
}

/**
 * The subscriber's maximum and number of app users. Locks the subscriber, so that two users that are created at
 * the same time cannot exceed the maximum; call it in the transaction that inserts.
 */
export async function lockUserLimit(
  tenant: TenantDb,
  teamId: number,
): Promise<{ maxUsers: number; used: number } | null> {
  const team = await tenant.lock('team', teamId);
  if (!team) return null;
  const { used } = await tenant
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('used'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return { maxUsers: team.max_users, used };
}

/** Returns the id of the new user; throws a unique violation if the address is taken. */
export async function insertAppUser(
  tenant: TenantDb,
  teamId: number,
  user: NewAppUser,
  now = new Date(),
): Promise<number> {
  const at = now.toISOString();
  return await tenant.insert('app_user', {
    ...user,
    sms_number: toE164(user.phone),
    team_id: teamId,
    password_set_by_other: 1,
    status: 1,
    created_at: at,
    updated_at: at,
  });
}
