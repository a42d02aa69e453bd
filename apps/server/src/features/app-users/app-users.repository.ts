import { toE164 } from '@callpoint/alerts/sms/phone-numbers';
import { TEXTS } from '@callpoint/contract/texts';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { searchText } from '../../db/lists/search-text.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb, UpdateResult } from '../../db/handles/tenant.ts';
import { countAppUsers } from '../../db/totals/user-count.ts';

export const EMAIL_TAKEN = 'Someone already uses this email address. Enter another.';

/** Why a caller can't change the user with this id: the team has deleted its own user, or has none with this id. */
export async function missingUserText(tenant: TenantDb, id: number): Promise<string> {
  const deleted = await tenant
    .selectFrom('deleted_item')
    .select('id')
    .where('kind', '=', 'app_user')
    .where('row_id', '=', id)
    .executeTakeFirst();
  return deleted ? TEXTS.notInTeam : TEXTS.noSuchUser;
}

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

/** Those of the addresses with which an app user of any subscriber signs in, in lower case. */
export async function findTakenEmails(accounts: AccountsDb, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await accounts
    .selectFrom('app_user')
    .select('email')
    .where(
      sql<string>`lower(email)`,
      'in',
      emails.map((email) => email.toLowerCase()),
    )
    .execute();
  return new Set(rows.map(({ email }) => email.toLowerCase()));
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
  return { maxUsers: team.max_users, used: await countAppUsers(tenant, teamId) };
}

/** The same without a lock, with the company’s name: both can change before users are inserted. */
export async function readUserLimit(
  tenant: TenantDb,
  teamId: number,
): Promise<{ accountName: string; phone: string; maxUsers: number; used: number } | null> {
  const team = await tenant.find('team', teamId);
  if (!team) return null;
  const used = await countAppUsers(tenant, teamId);
  return { accountName: team.account_name, phone: team.phone, maxUsers: team.max_users, used };
}

/** The search text of an app user. */
function appUserSearchText({ name, email, phone }: Pick<NewAppUser, 'name' | 'email' | 'phone'>): string {
  return searchText([name, email], [phone]);
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
    search_text: appUserSearchText(user),
    team_id: teamId,
    password_set_by_other: 1,
    status: 1,
    created_at: at,
    updated_at: at,
  });
}

/** Changes an app user and its search text; see `TenantDb.update`. */
export async function updateAppUser(
  tenant: TenantDb,
  id: number,
  changes: Partial<Omit<Row<'app_user'>, 'id'>>,
  expectedUpdatedAt?: string,
): Promise<UpdateResult> {
  return await tenant.transaction(async (inside) => {
    const before = await inside.lock('app_user', id);
    if (!before) return 'missing';
    const { name = before.name, email = before.email, phone = before.phone } = changes;
    const search_text = appUserSearchText({ name, email, phone });
    return await inside.update(
      'app_user',
      id,
      { ...changes, search_text },
      { expectedUpdatedAt, acceptsRepeat: true },
    );
  });
}
