import { isEmailAddress } from '@callpoint/contract/fields';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { contacts } from '@callpoint/contract/setting-values';
import type { TenantDb } from '../../db/handles/tenant.ts';
import type { Recipient } from '../../payments/stop-notices/stop-notices.ts';

/** Who receives a stop notice: the owner, and each safety contact with another email address. */
export async function noticeRecipients(tenant: TenantDb, teamId: number): Promise<Recipient[]> {
  const team = await tenant.find('team', teamId);
  const setting = await tenant
    .selectFrom('settings')
    .select('setting_value')
    .where('team_id', '=', teamId)
    .where('setting_key', '=', CONTACT_PERSON)
    .executeTakeFirst();
  const owner = team?.email ?? '';
  const others = contactEmails(setting?.setting_value ?? '[]');
  const addresses = [owner, ...others].filter(isEmailAddress);
  const unique = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  unique.set(owner.toLowerCase(), owner);
  return [...unique.values()].map((address) => ({ address, isOwner: address === owner }));
}

function contactEmails(setting: string): string[] {
  const parsed = contacts.safeParse(JSON.parse(setting));
  return (parsed.data ?? []).map(({ email }) => email);
}
