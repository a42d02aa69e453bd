import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { NO_USAGE } from '@callpoint/alerts/plan/allowance';
import type { ChannelLimit, SendingLimits } from '@callpoint/contract/sending-limits';
import { rawDb } from '../db/handles/handle.ts';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { computeAllowance, ownLimit, readPlatformLimits, readSendingAccounts } from './sending-accounts.ts';
import { toUtcDay, readUsage } from './usage-store.ts';

const DAY = 24 * 3_600_000;

/**
 * A subscriber's limits, today's usage and its held messages; null for an unknown subscriber.
 * @param held how many of its messages can be released, by channel
 */
export async function readSendingLimits(
  on: Db | PlatformDb,
  teamId: number,
  held: Readonly<Record<Channel, number>>,
  now = new Date(),
): Promise<SendingLimits | null> {
  const db = rawDb(on);
  const account = (await readSendingAccounts(db, [teamId])).get(teamId);
  if (!account) return null;
  const platform = await readPlatformLimits(db);
  const counted = await readUsage(db, teamId, now);
  const limitOf = (channel: Channel): ChannelLimit => {
    const { messages, recipients } = computeAllowance(account, platform, channel);
    const usage = counted.find((stored) => stored.channel === channel)?.usage ?? NO_USAGE;
    const isByRecipients = recipients !== null && usage.messages < messages;
    return {
      kind: isByRecipients ? 'recipients' : 'messages',
      limit: isByRecipients ? recipients : messages,
      own_limit: ownLimit(account, channel),
      used: isByRecipients ? usage.recipients : usage.messages,
      held: held[channel],
    };
  };
  return {
    is_confirmed: account.confirmed_at !== null,
    ...perChannel(limitOf),
    day_ends_at: new Date(Date.parse(`${toUtcDay(now)}T00:00:00.000Z`) + DAY).toISOString(),
  };
}
