import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { hasTyped, searchText } from '../../db/lists/search-text.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { parseContacts } from '../../incidents/directory.ts';

/** The safety contacts with a text, in their order: a subscriber's own, or those of the platform for administrators. */
export async function findContacts(tenant: TenantDb, search: string): Promise<Found['contacts']> {
  return parseContacts(await storedContacts(tenant))
    .map((contact, index) => ({ position: index + 1, ...contact }))
    .filter(({ name, email, phone }) => hasTyped(searchText([name, email], [phone]), search))
    .slice(0, FOUND_OF_EACH);
}

async function storedContacts(tenant: TenantDb): Promise<string | undefined> {
  if (tenant.scope === 'all') {
    const row = await tenant
      .selectFrom('config')
      .select('config_value')
      .where('config_key', '=', CONTACT_PERSON)
      .executeTakeFirst();
    return row?.config_value;
  }
  const row = await tenant
    .selectFrom('settings')
    .select('setting_value')
    .where('setting_key', '=', CONTACT_PERSON)
    .executeTakeFirst();
  return row?.setting_value;
}
