import type { Channel } from '@callpoint/contract/channels/channels';
import { rawDb } from '../db/handle.ts';
import type { PlatformDb } from '../db/platform.ts';
import type { Db } from '../db/tables.ts';
import { readSendingAccounts } from './sending-accounts.ts';
import { lockUsage, saveUsage } from './usage-store.ts';

/** Addresses and numbers a day that an account may give to its app users and itself: all of them twice, and some. */
const TIMES_ALL = 2;
const SPARE = 20;

/**
 * Counts addresses that a confirmed account takes as its own, in the transaction that stores them; its messages to own
 * addresses are not counted. Returns false, and counts nothing, where it has taken too many today. Of an unconfirmed
 * account the messages are counted instead. Call it before the transaction locks other rows.
 */
export async function countOwnAddresses(
  on: Db | PlatformDb,
  teamId: number,
  channels: readonly Channel[],
  now = new Date(),
): Promise<boolean> {
  const tx = rawDb(on);
  const account = (await readSendingAccounts(tx, [teamId])).get(teamId);
  if (!account || account.email_confirmed_at === null || channels.length === 0) return true;
  const usages = await lockUsage(
    tx,
    channels.map((channel) => ({ teamId, channel })),
    now,
  );
  const most = TIMES_ALL * account.max_users + SPARE;
  if (usages.some(({ usage }) => usage.ownRecipients >= most)) return false;
  await saveUsage(
    tx,
    usages.map((stored) => ({
      ...stored,
      usage: { ...stored.usage, ownRecipients: stored.usage.ownRecipients + 1 },
    })),
  );
  return true;
}
