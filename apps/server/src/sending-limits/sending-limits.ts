import type { Channel } from '@callpoint/alerts/messages';
import { NO_USAGE } from '@callpoint/alerts/allowance';
import type { ChannelLimit, SendingLimits } from '@callpoint/contract/sending-limits';
import { rawDb } from '../db/handle.ts';
import type { PlatformDb } from '../db/platform.ts';
import type { Db } from '../db/tables.ts';
import { countReleasable } from './held-messages.ts';
import { allowanceOf, ownLimit, readPlatformLimits, readSenders } from './senders.ts';
import { dayOf, readUsage } from './usage-store.ts';

const DAY = 24 * 3_600_000;

/** What a subscriber may send today, what it has sent, and what is held; null where there is no such subscriber. */
export async function readSendingLimits(
  on: Db | PlatformDb,
  teamId: number,
  now = new Date(),
): Promise<SendingLimits | null> {
  const db = rawDb(on);
  const sender = (await readSenders(db, [teamId])).get(teamId);
  if (!sender) return null;
  const platform = await readPlatformLimits(db);
  const counted = await readUsage(db, teamId, now);
  const held = await countReleasable(db, teamId, now);
  const limitOf = (channel: Channel): ChannelLimit => {
    const { messages, recipients } = allowanceOf(sender, platform, channel);
    const usage = counted.find((stored) => stored.channel === channel)?.usage ?? NO_USAGE;
    const isByRecipients = recipients !== null && usage.messages < messages;
    return {
      kind: isByRecipients ? 'recipients' : 'messages',
      limit: isByRecipients ? recipients : messages,
      own_limit: ownLimit(sender, channel),
      used: isByRecipients ? usage.recipients : usage.messages,
      held: held[channel],
    };
  };
  return {
    is_confirmed: sender.email_confirmed_at !== null,
    email: limitOf('email'),
    sms: limitOf('sms'),
    day_ends_at: new Date(Date.parse(`${dayOf(now)}T00:00:00.000Z`) + DAY).toISOString(),
  };
}
