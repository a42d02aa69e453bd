import type { Hold } from '@callpoint/alerts/allowance';
import type { Channel } from '@callpoint/contract/channels/channels';
import { rawDb } from '../db/handle.ts';
import type { PlatformDb } from '../db/platform.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { admitMessages } from './admit-messages.ts';
import { limitedMessage } from './counted-messages.ts';
import { lockUsage } from './usage-store.ts';

/** Messages that are not planned by a submission: one that a person sends again, and a test. */

type Message = Pick<
  Row<'delivery'>,
  'team_id' | 'channel' | 'role' | 'address' | 'priority' | 'message_key'
> & { purpose?: string | null };

/** Locks the counters that a message belongs to. */
export async function lockUsageOf(
  on: Db | PlatformDb,
  { team_id: teamId, channel }: Pick<Message, 'team_id' | 'channel'>,
  now: Date,
): Promise<void> {
  await lockUsage(rawDb(on), [{ teamId, channel: channel as Channel }], now);
}

/**
 * What holds a message that is sent again. A held one is counted now; a failed one was counted when it was planned.
 * @param isForced whether an administrator sends it: then it is counted, and nothing holds it
 */
export async function resendHold(
  on: Db | PlatformDb,
  message: Message & { state: string },
  isForced: boolean,
  now: Date,
): Promise<Hold | null> {
  return message.state === 'held' ? await holdOf(rawDb(on), message, now, isForced) : null;
}

/** What holds a test. Those of confirmed accounts are not counted. */
export function testHold(on: Db | PlatformDb, message: Message, now: Date): Promise<Hold | null> {
  return holdOf(rawDb(on), message, now, false);
}

async function holdOf(
  tx: Db,
  { team_id: teamId, channel, purpose = null, ...row }: Message,
  now: Date,
  isForced: boolean,
): Promise<Hold | null> {
  const message = { ...limitedMessage({ ...row, purpose, channel: channel as Channel }), teamId };
  return (await admitMessages(tx, [message], now, { isForced })).get(message) ?? null;
}
