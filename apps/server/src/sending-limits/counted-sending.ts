import { NO_USAGE, type CountedSending } from '@callpoint/alerts/plan/allowance';
import { CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { parseRecipients } from '@callpoint/alerts/plan/recipients';
import { rawDb } from '../db/handles/handle.ts';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { countedMessages, recipientKey, type LimitedMessage } from './counted-messages.ts';
import { readRecipients } from './recipient-store.ts';
import { computeAllowance, readPlatformLimits, readSendingAccounts } from './sending-accounts.ts';
import { toUtcDay, readUsage } from './usage-store.ts';

/** Today's counters of a subscriber, and which typed addresses of its safety team count. */
export async function readCountedSending(
  on: Db | PlatformDb,
  teamId: number,
  typedAddresses: Readonly<Record<Channel, readonly string[]>>,
  now: Date,
): Promise<Record<Channel, CountedSending> | null> {
  const db = rawDb(on);
  const accounts = await readSendingAccounts(db, [teamId]);
  const account = accounts.get(teamId);
  if (!account) return null;
  const platform = await readPlatformLimits(db);
  const messages = CHANNELS.flatMap((channel) =>
    parseRecipients(channel, typedAddresses[channel]).map(({ address }): LimitedMessage => ({
      teamId,
      channel,
      role: 'team',
      purpose: null,
      address: address.toLowerCase(),
      isEmergency: false,
      messageKey: '',
    })),
  );
  const counted = await countedMessages(db, messages, accounts, platform);
  const usages = counted.length === 0 ? [] : await readUsage(db, teamId, now);
  const known = await readRecipients(
    db,
    counted.map(({ message }) => message),
    ({ channel }) => usages.find((one) => one.channel === channel)?.day ?? toUtcDay(now),
  );
  const of = (channel: Channel): CountedSending => ({
    allowance: computeAllowance(account, platform, channel),
    usage: usages.find((one) => one.channel === channel)?.usage ?? NO_USAGE,
    recipients: new Map(
      counted
        .filter(({ message }) => message.channel === channel)
        .map(({ message, isOwn }) => {
          const { countedAs = null, isReached = false } = known.get(recipientKey(message)) ?? {};
          return [message.address, { isOwn, countedAs, isReached }];
        }),
    ),
  });
  return perChannel(of);
}
