import type { Allowance } from '@callpoint/alerts/plan/allowance';
import {
  CHANNEL,
  CHANNELS,
  perChannel,
  perOwnLimit,
  type Channel,
  type OwnLimitColumn,
} from '@callpoint/contract/channels/channels';
import { getAddress, addressRules } from '@callpoint/alerts/plan/addresses';
import { parseRecipients } from '@callpoint/alerts/plan/recipients';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import type { PlanKind } from '@callpoint/contract/plan-kinds';
import {
  parseDailyLimits,
  UNCONFIRMED_RECIPIENTS,
  type DailyLimits,
} from '@callpoint/contract/sending-allowances';
import { splitList } from '@callpoint/contract/split-list';
import { sql } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import { prepared } from '../db/queries/prepared.ts';
import type { Db } from '../db/tables.ts';

/** Maximum messages per day and channel to an unconfirmed account's own recipients. */
const UNCONFIRMED_OWN_MESSAGES = 300;
/** Own recipients per day in addition to the app users of the plan: the account's addresses and changed addresses. */
const SPARE_OWN_RECIPIENTS = 10;

/** The properties of a subscriber that decide how much it may send. */
export type SendingAccount = {
  id: number;
  email: string;
  phone: string;
  plan: PlanKind;
  max_users: number;
  /** When its address was confirmed, or an earlier one, which an administrator has changed. */
  confirmed_at: string | null;
} & Record<OwnLimitColumn, number | null>;

/** Of a row of `team`; see `SendingAccount`. */
export const CONFIRMED_AT = sql<string | null>`coalesce(email_confirmed_at, former_confirmed_at)`;

const OWN_LIMITS = Object.keys(perOwnLimit(() => null));

const findAccounts = prepared<{ ids: string }, SendingAccount>(
  (db, param) => sql<SendingAccount>`
    select team.id, email, phone, plan, max_users, ${CONFIRMED_AT} as confirmed_at, ${sql.join(OWN_LIMITS.map((column) => sql.ref(column)))}
    from ${getDialect(db).jsonRows(param('ids'), 'wanted', { id: 'integer' })} join team on team.id = wanted.id`,
);

export async function readSendingAccounts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, SendingAccount>> {
  const rows = await findAccounts(db, { ids: JSON.stringify(ids.map((id) => ({ id }))) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The platform's limits by plan, and the consultancy's addresses, which never count. */
export type PlatformLimits = {
  limits: Readonly<Record<Channel, DailyLimits>>;
  recipients: Readonly<Record<Channel, ReadonlySet<string>>>;
};

const findValues = prepared<object, { config_key: string; config_value: string }>((db) =>
  db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where(
      'config_key',
      'in',
      CHANNELS.flatMap((channel) => [CHANNEL[channel].consultancyKey, CHANNEL[channel].dailyLimit.key]),
    ),
);

export async function readPlatformLimits(db: Db): Promise<PlatformLimits> {
  const rows = await findValues(db, {});
  const value = (key: string) => rows.find(({ config_key }) => config_key === key)?.config_value ?? '';
  return {
    limits: perChannel((channel) => countedSubjectsOf(channel, value(CHANNEL[channel].dailyLimit.key))),
    recipients: perChannel((channel) => addressesOf(channel, value(CHANNEL[channel].consultancyKey))),
  };
}

function countedSubjectsOf(channel: Channel, value: string): DailyLimits {
  const parsed = parseDailyLimits(value);
  return 'limits' in parsed ? parsed.limits : CHANNEL[channel].dailyLimit.defaults;
}

function addressesOf(channel: Channel, list: string): Set<string> {
  return new Set(parseRecipients(channel, splitList(list)).map(({ address }) => address.toLowerCase()));
}

/**
 * The limits of an account for a channel. A limit set by an administrator replaces the limit of unconfirmed accounts.
 */
export function computeAllowance(
  account: SendingAccount,
  platform: PlatformLimits,
  channel: Channel,
): Allowance {
  const isConfirmed = account.confirmed_at !== null;
  const own = ownLimit(account, channel);
  return {
    channel,
    messages: own ?? platform.limits[channel][account.plan],
    recipients: isConfirmed || own !== null ? null : UNCONFIRMED_RECIPIENTS,
    own: isConfirmed
      ? null
      : { messages: UNCONFIRMED_OWN_MESSAGES, recipients: account.max_users + SPARE_OWN_RECIPIENTS },
  };
}

/** The limit that an administrator set for this subscriber. */
export function ownLimit(account: SendingAccount, channel: Channel): number | null {
  const column = CHANNEL[channel].ownLimit as OwnLimitColumn | null;
  return column === null ? null : account[column];
}

/** True for the account's own email address, phone and consoles; `address` in lower case, numbers in E.164. */
export function isAccountAddress(
  { id, email, phone }: Pick<SendingAccount, 'id' | 'email' | 'phone'>,
  channel: Channel,
  address: string,
): boolean {
  const own = { email, phone, push: pushAddress('team', id) };
  return addressRules(channel).normalize(getAddress(channel, own)) === address;
}
