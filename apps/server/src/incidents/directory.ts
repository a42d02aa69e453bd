import { comparableAddresses, type DirectoryPerson } from '@callpoint/alerts/escalation/directory';
import type { RecipientDirectory } from '@callpoint/alerts/escalation/resolve-recipients';
import { listRoutes, type Route } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalog';
import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import { CONTACT_PERSON, notificationKey } from '@callpoint/contract/setting-keys';
import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { splitList } from '@callpoint/contract/split-list';
import { contacts as contactsSchema, type Contact } from '@callpoint/contract/setting-values';
import { sql } from 'kysely';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import type { PhoneSettings } from '../planning/item-settings.ts';

/** Administrators that are notified of one incident. */
const MAX_ADMINISTRATORS = 20;
/** App users whose names are read, to name an address. */
const MAX_PEOPLE = 500;

/** The people and lists that the steps of a policy may notify, as they are now. */
export async function readDirectory(
  tx: IncidentsDb,
  teamId: number,
  item: Item,
  settings: PhoneSettings,
  policy: EscalationPolicy,
): Promise<RecipientDirectory> {
  const team = await tx
    .selectFrom('team')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const administrators = await tx
    .selectFrom('admin')
    .select(['id', 'first_name', 'last_name', 'email'])
    .orderBy('id')
    .limit(MAX_ADMINISTRATORS)
    .execute();
  const routeOf = (role: 'team' | 'consultancy') =>
    new Map<Channel, Route>(
      listRoutes(item)
        .filter((route) => route.role === role)
        .map((route) => [route.channel, route]),
    );
  const [teamRoutes, consultancyRoutes] = [routeOf('team'), routeOf('consultancy')];
  const value = (field: Parameters<typeof notificationKey>[0] | null | undefined) =>
    field ? (settings.team.get(notificationKey(field, item)) ?? '') : '';
  const own = readContacts(settings.team.get(CONTACT_PERSON));
  const contacts = own.length > 0 ? own : readContacts(settings.contacts);
  const lists = perChannel((channel) => value(teamRoutes.get(channel)?.list));
  const named = policy.steps.flatMap(({ to }) => to.filter((one) => one.kind === 'person'));
  const addresses = [
    ...[...named, ...contacts].flatMap((person) => comparableAddresses(person)),
    ...[...Object.values(lists), ...Object.values(settings.consultancy)].flatMap((list) => splitList(list)),
  ];
  const users = await readUsers(tx, teamId, addresses);
  return {
    team: lists,
    contacts,
    owner: {
      name: `${team.first_name} ${team.last_name}`.trim(),
      email: team.email,
      phone: team.phone,
      push: pushAddress('team', team.id),
    },
    consultancy: {
      enabled: perChannel((channel) => value(consultancyRoutes.get(channel)?.switchedBy) === 'yes'),
      lists: settings.consultancy,
    },
    administrators: administrators.map(({ id, first_name, last_name, email }) => ({
      name: `${first_name} ${last_name}`.trim(),
      email,
      push: pushAddress('admin', id),
    })),
    people: [...users, ...contacts],
  };
}

/**
 * App users, whose names are those of their addresses: the first ones, and those with one of the addresses, of which there may be
 * more.
 */
export async function readUsers(
  tx: IncidentsDb,
  teamId: number,
  addresses: readonly string[] = [],
): Promise<DirectoryPerson[]> {
  const query = tx
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'phone'])
    .where('team_id', '=', teamId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(MAX_PEOPLE);
  const users = await query.execute();
  // With fewer, these are all.
  if (users.length === MAX_PEOPLE && addresses.length > 0) {
    const known = new Set(users.map(({ id }) => id));
    const lower = addresses.map((address) => address.toLowerCase());
    const others = await query
      .where((user) => user.or([user(sql`lower(email)`, 'in', lower), user('sms_number', 'in', lower)]))
      .execute();
    users.push(...others.filter(({ id }) => !known.has(id)));
  }
  return users.map(({ id, ...user }) => ({ ...user, push: pushAddress('app_user', id) }));
}

/** The contacts of a setting that can be reached. */
export function readContacts(stored: string | undefined): Contact[] {
  return parseContacts(stored).filter(({ email, phone }) => email !== '' || phone !== '');
}

/** All contacts of a setting; none if it cannot be read. */
export function parseContacts(stored: string | undefined): Contact[] {
  return contactsSchema.safeParse(parseJson(stored ?? '[]')).data ?? [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
