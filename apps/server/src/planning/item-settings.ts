import { getDashboardSlot, type Item } from '@callpoint/contract/catalog';
import { CHANNEL, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import { CONTACT_PERSON, modeKey } from '@callpoint/contract/setting-keys';
import { DASHBOARD_KEYS, notificationKeys } from '@callpoint/contract/setting-kinds';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { sql } from 'kysely';
import type { Handle } from '../db/handles/handle.ts';
import { readTogether } from '../db/queries/read-together.ts';
import { PLATFORM_KEYS, settingsMark } from '../db/settings-mark.ts';
import type { Db } from '../db/tables.ts';
import { UnchangedReads } from '../db/queries/unchanged-reads.ts';
import type { AccountAddresses } from '../sending-limits/apply-limits.ts';
import { CONFIRMED_AT } from '../sending-limits/sending-accounts.ts';

export type PhoneSettings = {
  /** The subscriber's own addresses, and the name of the owner. */
  account: AccountAddresses & { name: string };
  /** The subscriber's settings, by key. */
  team: ReadonlyMap<string, string>;
  /** The time zone of its messages. */
  zone: string;
  /** The consultancy's recipients on each channel, comma separated. */
  consultancy: Readonly<Record<Channel, string>>;
  /** The platform's safety contacts, a JSON list. */
  contacts: string;
  /** Of the state in which they were read; see `settingsMark`. */
  mark: string;
};

/**
 * The row of the account has the email address in `key` and the phone in `value`; that of the zone, the owner’s name; that of the
 * mark, only a value.
 */
type Row = {
  owner: 'team' | 'platform' | 'zone' | 'confirmed' | 'unconfirmed' | 'mark';
  key: string;
  value: string;
};

/**
 * One query for everything: a press waits for it, and on PostgreSQL each query is a round trip. Its keys are part of its text:
 * with parameters, PostgreSQL may plan it again for every press.
 */
function settingsQuery(keys: readonly string[]) {
  const literals = (texts: readonly string[]) => texts.map((text) => sql.lit(text));
  return readTogether<{ teamId: number }, Row>({ teamId: 'integer' }, (db, param, dialect) =>
    db
      .selectFrom('settings')
      .select([sql.lit<Row['owner']>('team').as('owner'), 'setting_key as key', 'setting_value as value'])
      .where('team_id', '=', param('teamId'))
      .where('setting_key', 'in', literals(keys))
      .unionAll(
        db
          .selectFrom('config')
          .select([
            sql.lit<Row['owner']>('platform').as('owner'),
            'config_key as key',
            'config_value as value',
          ])
          .where('config_key', 'in', literals(PLATFORM_KEYS)),
      )
      .unionAll(
        db
          .selectFrom('team')
          .select([
            sql.lit<Row['owner']>('zone').as('owner'),
            sql<string>`first_name || ' ' || last_name`.as('key'),
            sql<string>`coalesce(time_zone, ${sql.lit(DEFAULT_ZONE)})`.as('value'),
          ])
          .where('id', '=', param('teamId')),
      )
      .unionAll(
        db
          .selectFrom('team')
          .select([
            sql<Row['owner']>`case when ${CONFIRMED_AT} is null then 'unconfirmed' else 'confirmed' end`.as(
              'owner',
            ),
            'email as key',
            'phone as value',
          ])
          .where('id', '=', param('teamId')),
      )
      .unionAll(
        db
          .selectFrom('team')
          .select([
            sql.lit<Row['owner']>('mark').as('owner'),
            sql.lit('').as('key'),
            settingsMark(dialect, 'team').as('value'),
          ])
          .where('id', '=', param('teamId')),
      ),
  );
}

const readers = new Map<string, ReturnType<typeof settingsQuery>>();

/** The tables of `settingsQuery`. */
const unchanged = new UnchangedReads<PhoneSettings>(['settings', 'config', 'team'], {
  sizeOf: ({ team, consultancy, contacts }) =>
    [...team.values(), ...Object.values(consultancy), contacts].reduce((sum, { length }) => sum + length, 0),
  markOf: ({ mark }) => mark,
});

/**
 * The settings that decide whether `item` is on, and who is notified when it is submitted.
 * @param mark their mark at this moment, if the caller has just read it; see `settingsMark`
 */
export async function readItemSettings(
  db: Db | Handle,
  teamId: number,
  item: Item,
  mark = '',
): Promise<PhoneSettings> {
  const name = `${item.kind} ${item.id}`;
  const read = readers.get(name) ?? settingsQuery(keysOf(item));
  readers.set(name, read);
  return await unchanged.get(db, `${name} ${teamId}`, mark, async () => {
    const rows = await read(db, { teamId });
    return byOwner(rows);
  });
}

function keysOf(item: Item): string[] {
  return [
    modeKey(getDashboardSlot(item)),
    ...notificationKeys(item),
    ...(item.kind === 'button' ? [escalationKey(item.id), VOICE_RULES, CONTACT_PERSON] : []),
  ];
}

const readDashboard = settingsQuery(DASHBOARD_KEYS);

/** The settings of the phone's main screen. */
export async function readDashboardSettings(db: Db | Handle, teamId: number): Promise<PhoneSettings> {
  return byOwner(await readDashboard(db, { teamId }));
}

function byOwner(rows: readonly Row[]): PhoneSettings {
  const [team, platform] = [new Map<string, string>(), new Map<string, string>()];
  let account: AccountAddresses = { email: '', phone: '', isConfirmed: false };
  let [name, zone] = ['', DEFAULT_ZONE as string];
  let mark = '';
  for (const { owner, key, value } of rows) {
    if (owner === 'mark') mark = value;
    else if (owner === 'team') team.set(key, value);
    else if (owner === 'zone') [name, zone] = [key, value];
    else if (owner === 'platform') platform.set(key, value);
    else account = { email: key, phone: value, isConfirmed: owner === 'confirmed' };
  }
  return {
    account: { ...account, name },
    zone,
    team,
    consultancy: perChannel((channel) => platform.get(CHANNEL[channel].consultancyKey) ?? ''),
    contacts: platform.get(CONTACT_PERSON) ?? '[]',
    mark,
  };
}
