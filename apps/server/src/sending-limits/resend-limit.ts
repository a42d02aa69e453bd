import type { ReachedLimit } from '@callpoint/alerts/plan/allowance';
import type { Channel } from '@callpoint/contract/channels/channels';
import { rawDb } from '../db/handles/handle.ts';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { admitMessages } from './admit-messages.ts';
import { limitedMessage } from './counted-messages.ts';
import { lockUsage } from './usage-store.ts';

/** Limits of messages that no submission plans: resent messages and tests. */

type Message = Pick<
  Row<'delivery'>,
  'team_id' | 'channel' | 'role' | 'address' | 'priority' | 'message_key'
> & { purpose?: string | null };

/** Locks the counters of a message's subscriber and channel. */
export async function lockMessageUsage(
  on: Db | PlatformDb,
  { team_id: teamId, channel }: Pick<Message, 'team_id' | 'channel'>,
  now: Date,
): Promise<void> {
  await lockUsage(rawDb(on), [{ teamId, channel: channel as Channel }], now);
}

/**
 * Counts a resent message, and returns the limit that holds it or null. Only a held message is counted: a failed one was
 * counted when it was planned.
 * @param isForced whether an administrator resends it: then no limit holds it
 */
export async function checkResendLimit(
  on: Db | PlatformDb,
  message: Message & { state: string },
  isForced: boolean,
  now: Date,
): Promise<ReachedLimit | null> {
  return message.state === 'held' ? await checkLimit(rawDb(on), message, now, isForced) : null;
}

/** Counts a test, and returns the limit that holds it or null. Tests of confirmed accounts are not counted. */
export function checkTestLimit(
  on: Db | PlatformDb,
  message: Message,
  now: Date,
): Promise<ReachedLimit | null> {
  return checkLimit(rawDb(on), message, now, false);
}

async function checkLimit(
  tx: Db,
  { team_id: teamId, channel, purpose = null, ...row }: Message,
  now: Date,
  isForced: boolean,
): Promise<ReachedLimit | null> {
  const message = { ...limitedMessage({ ...row, purpose, channel: channel as Channel }), teamId };
  return (await admitMessages(tx, [message], now, { isForced })).get(message) ?? null;
}
