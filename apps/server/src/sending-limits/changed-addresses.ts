import type { Channel } from '@callpoint/contract/channels/channels';
import { rawDb } from '../db/handles/handle.ts';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { readSendingAccounts } from './sending-accounts.ts';
import { lockUsage, saveUsage } from './usage-store.ts';

/** Maximum new addresses and numbers per day for an account and its app users: all of them twice, and some more. */
const CHANGES_PER_USER = 2;
const EXTRA_CHANGES = 20;

/**
 * Counts new addresses of a confirmed account and its app users, in the transaction that stores them, because messages
 * to its own addresses are not counted. Returns false and counts nothing if there are too many today. For an
 * unconfirmed account, the messages are counted instead. Call it before the transaction locks other rows.
 */
export async function countOwnAddresses(
  on: Db | PlatformDb,
  teamId: number,
  channels: readonly Channel[],
  now = new Date(),
): Promise<boolean> {
  const count = await lockOwnAddresses(on, teamId, channels, now);
  return await count(1);
}

/**
 * The same in two steps, if other rows must be locked before the number is known: call it before them, and what it returns once,
 * after them, with the number of people who get a new address on each of the channels.
 */
export async function lockOwnAddresses(
  on: Db | PlatformDb,
  teamId: number,
  channels: readonly Channel[],
  now = new Date(),
): Promise<(people: number) => Promise<boolean>> {
  const tx = rawDb(on);
  const account = (await readSendingAccounts(tx, [teamId])).get(teamId);
  if (!account || account.confirmed_at === null || channels.length === 0) return () => Promise.resolve(true);
  const usages = await lockUsage(
    tx,
    channels.map((channel) => ({ teamId, channel })),
    now,
  );
  const maximum = CHANGES_PER_USER * account.max_users + EXTRA_CHANGES;
  return async (people) => {
    if (people === 0) return true;
    if (usages.some(({ usage }) => usage.ownRecipients + people > maximum)) return false;
    await saveUsage(
      tx,
      usages.map((stored) => ({
        ...stored,
        usage: { ...stored.usage, ownRecipients: stored.usage.ownRecipients + people },
      })),
    );
    return true;
  };
}
