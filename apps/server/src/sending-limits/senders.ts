import type { Allowance } from '@callpoint/alerts/allowance';
import type { Channel } from '@callpoint/alerts/messages';
import { toE164 } from '@callpoint/alerts/phone-numbers';
import { recipients } from '@callpoint/alerts/recipients';
import type { PlanKind } from '@callpoint/contract/plan-kinds';
import {
  DEFAULT_DAILY_LIMITS,
  parseDailyLimits,
  UNCONFIRMED_RECIPIENTS,
  type DailyLimits,
} from '@callpoint/contract/sending-allowances';
import { splitList } from '@callpoint/contract/split-list';
import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/** Messages a day and channel to its own recipients that an account can send until its address is confirmed. */
const UNCONFIRMED_OWN_MESSAGES = 300;
/** Different own recipients a day beyond the number of app users of the plan: its own addresses, and changed ones. */
const SPARE_OWN_RECIPIENTS = 10;

/** What of a subscriber decides how much it may send. */
export type Sender = {
  id: number;
  email: string;
  phone: string;
  plan: PlanKind;
  max_users: number;
  email_confirmed_at: string | null;
  daily_email_limit: number | null;
  daily_sms_limit: number | null;
};

const findSenders = prepared<{ ids: string }, Sender>(
  (db, param) => sql<Sender>`
    select team.id, email, phone, plan, max_users, email_confirmed_at, daily_email_limit, daily_sms_limit
    from ${dialectOf(db).jsonRows(param('ids'), 'wanted', { id: 'integer' })} join team on team.id = wanted.id`,
);

export async function readSenders(db: Db, ids: readonly number[]): Promise<Map<number, Sender>> {
  const rows = await findSenders(db, { ids: JSON.stringify(ids.map((id) => ({ id }))) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** What of the platform decides it: the limits by plan, and the consultancy's addresses, which never count. */
export type PlatformLimits = {
  limits: Readonly<Record<Channel, DailyLimits>>;
  recipients: Readonly<Record<Channel, ReadonlySet<string>>>;
};

const findValues = prepared<object, { config_key: string; config_value: string }>((db) =>
  db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where('config_key', 'in', [
      'user_submission_emails',
      'user_submission_phones',
      'daily_email_limit',
      'daily_sms_limit',
    ]),
);

export async function readPlatformLimits(db: Db): Promise<PlatformLimits> {
  const rows = await findValues(db, {});
  const value = (key: string) => rows.find(({ config_key }) => config_key === key)?.config_value ?? '';
  return {
    limits: {
      email: limitsOf('email', value('daily_email_limit')),
      sms: limitsOf('sms', value('daily_sms_limit')),
    },
    recipients: {
      email: addressesOf('email', value('user_submission_emails')),
      sms: addressesOf('sms', value('user_submission_phones')),
    },
  };
}

function limitsOf(channel: Channel, value: string): DailyLimits {
  const parsed = parseDailyLimits(value);
  return 'limits' in parsed ? parsed.limits : DEFAULT_DAILY_LIMITS[channel];
}

function addressesOf(channel: Channel, list: string): Set<string> {
  return new Set(recipients(channel, splitList(list)).map(({ address }) => address.toLowerCase()));
}

/** A limit that an administrator set for the subscriber vouches for it: it replaces the one of unconfirmed accounts. */
export function allowanceOf(sender: Sender, platform: PlatformLimits, channel: Channel): Allowance {
  const isConfirmed = sender.email_confirmed_at !== null;
  const own = ownLimit(sender, channel);
  return {
    channel,
    messages: own ?? platform.limits[channel][sender.plan],
    recipients: isConfirmed || own !== null ? null : UNCONFIRMED_RECIPIENTS,
    own: isConfirmed
      ? null
      : { messages: UNCONFIRMED_OWN_MESSAGES, recipients: sender.max_users + SPARE_OWN_RECIPIENTS },
  };
}

/** The limit that an administrator set for this subscriber. */
export function ownLimit(sender: Sender, channel: Channel): number | null {
  return channel === 'email' ? sender.daily_email_limit : sender.daily_sms_limit;
}

/** True for the account's own email address and phone; `address` in lower case, numbers in E.164. */
export function isAccountAddress(
  account: Pick<Sender, 'email' | 'phone'>,
  channel: Channel,
  address: string,
): boolean {
  return channel === 'email' ? account.email.toLowerCase() === address : toE164(account.phone) === address;
}
