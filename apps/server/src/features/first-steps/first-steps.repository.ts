import { sql } from 'kysely';
import { RECIPIENT_KEYS, type FirstSteps } from '@callpoint/contract/first-steps';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { parseContacts } from '../../incidents/directory.ts';

/** The steps of a subscriber; null if it dismissed the list or all steps are done. */
export async function readFirstSteps(
  tenant: TenantDb,
  team: Pick<
    Row<'team'>,
    'email_confirmed_at' | 'created_at' | 'recipients_confirmed_at' | 'first_steps_ended_at'
  >,
): Promise<FirstSteps | null> {
  if (team.first_steps_ended_at !== null) return null;
  const steps = {
    email_confirmed: team.email_confirmed_at !== null,
    user_added: await hasUser(tenant),
    recipients_set: team.recipients_confirmed_at !== null || (await hasSavedRecipients(tenant, team)),
    contact_added: await hasCallableContact(tenant),
    test_sent: await hasSentMessage(tenant),
    phone_installed: await hasSignedIn(tenant),
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

async function hasUser(tenant: TenantDb): Promise<boolean> {
  return (await tenant.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** True if a setting was saved: the settings of a new subscriber have the time of its creation. */
async function hasSavedRecipients(
  tenant: TenantDb,
  { created_at }: Pick<Row<'team'>, 'created_at'>,
): Promise<boolean> {
  const row = await tenant
    .selectFrom('settings')
    .select('id')
    .where('setting_key', 'in', RECIPIENT_KEYS)
    .where('updated_at', '>', created_at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** People without a phone number do not count, as on the page of the contacts. */
async function hasCallableContact(tenant: TenantDb): Promise<boolean> {
  const row = await tenant
    .selectFrom('settings')
    .select('setting_value')
    .where('setting_key', '=', CONTACT_PERSON)
    .executeTakeFirst();
  return parseContacts(row?.setting_value).some(({ phone }) => phone !== '');
}

/** Messages of an alarm do not count: they report that no one was notified. */
async function hasSentMessage(tenant: TenantDb): Promise<boolean> {
  const query = tenant
    .selectFrom('delivery')
    .select('id')
    .where('sent_at', 'is not', null)
    .where('purpose', 'is distinct from', 'alarm');
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Reads the audit, because sessions are deleted. */
async function hasSignedIn(tenant: TenantDb): Promise<boolean> {
  const row = await tenant
    .selectFrom('audit')
    .select('id')
    .where('actor_role', '=', 'app_user')
    .where('action', '=', 'sign in')
    .where('outcome', '=', sql.lit('done'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
