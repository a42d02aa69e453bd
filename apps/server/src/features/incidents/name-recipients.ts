import { createAddressOwners, type AddressOwner } from '@callpoint/alerts/escalation/directory';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { sql } from 'kysely';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { readContacts } from '../../incidents/directory.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';

type Recipient = Pick<Row<'incident_responder'>, 'channel' | 'address' | 'name' | 'person'>;

/** App users with the addresses. If there are more, because many share a number, no one is named: their numbers take long to compare. */
const MAX_USERS = 200;

/**
 * Finds the people behind the recipients of an open incident, as they are now. The messages of a press do not know them: a press
 * must not wait for this. They are stored when someone answers, and when the incident is closed.
 */
export async function nameRecipients(
  tenant: TenantDb,
  teamId: number,
  recipients: readonly Recipient[],
): Promise<(recipient: Recipient) => AddressOwner> {
  const addresses = [...new Set(recipients.map(({ address }) => address.toLowerCase()))];
  const team = await tenant.find('team', teamId);
  if (!team || addresses.length === 0) return asStored;
  const setting = await tenant
    .selectFrom('settings')
    .select('setting_value')
    .where('team_id', '=', teamId)
    .where('setting_key', '=', CONTACT_PERSON)
    .executeTakeFirst();
  const users = await tenant
    .selectFrom('app_user')
    .select(['name', 'email', 'phone'])
    .where('team_id', '=', teamId)
    .where('removed_at', 'is', null)
    .where((user) => user.or([user(sql`lower(email)`, 'in', addresses), user('sms_number', 'in', addresses)]))
    .orderBy('id')
    .limit(MAX_USERS + 1)
    .execute();
  if (users.length > MAX_USERS) return asStored;
  await yieldToPresses();
  const { email, phone } = team;
  const owner = { name: `${team.first_name} ${team.last_name}`.trim(), email, phone };
  const findOwner = createAddressOwners({
    owner,
    people: [...users, ...readContacts(setting?.setting_value)],
  });
  return (recipient) => {
    const found = findOwner(CHANNEL[recipient.channel as Channel].addressKind, recipient.address);
    return found.name === null ? asStored(recipient) : { ...found, name: recipient.name ?? found.name };
  };
}

/** The person behind a recipient, as stored. */
export function asStored({ name, person }: Recipient): AddressOwner {
  return { name, person };
}
