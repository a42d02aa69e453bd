import {
  consumeAllowance,
  type Allowance,
  type ReachedLimit,
  type Usage,
} from '@callpoint/alerts/plan/allowance';
import type { Channel } from '@callpoint/contract/channels/channels';
import { SETTING_LIMITS } from '@callpoint/contract/setting-values';
import { markReachability } from '../db/reachability-marks.ts';
import type { Db } from '../db/tables.ts';
import {
  countedMessages,
  recipientKey,
  type CountedMessage,
  type LimitedMessage,
} from './counted-messages.ts';
import { changedRecipient, readRecipients, saveRecipients } from './recipient-store.ts';
import { computeAllowance, readPlatformLimits, readSendingAccounts } from './sending-accounts.ts';
import { lockUsage, saveUsage, type StoredUsage } from './usage-store.ts';

/** How often the time of the last held message is stored, in milliseconds. */
const HELD_AT_EVERY = 60_000;

/** The counters of one subscriber and channel, and their values from when they were locked. */
type Counter = StoredUsage & { allowance: Allowance; before: Usage; hasHeld: boolean };

/**
 * Counts messages for the limits of their subscribers, in the caller's transaction, and returns the limit of each
 * message that must be held. Emergencies are counted first. With `isForced`, all are counted and none is held. Locks
 * nothing if no message counts.
 */
export async function admitMessages<Message extends LimitedMessage>(
  tx: Db,
  messages: readonly Message[],
  now: Date,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<Map<Message, ReachedLimit>> {
  const reachedLimits = new Map<Message, ReachedLimit>();
  if (messages.length === 0) return reachedLimits;
  const accounts = await readSendingAccounts(tx, [...new Set(messages.map(({ teamId }) => teamId))]);
  const platform = await readPlatformLimits(tx);
  const counted = await countedMessages(tx, messages, accounts, platform);
  if (counted.length === 0) return reachedLimits;

  const counters = new Map<string, Counter>();
  const keys = counted.map(({ message: { teamId, channel } }) => ({ teamId, channel }));
  for (const stored of await lockUsage(tx, keys, now)) {
    const account = accounts.get(stored.teamId);
    if (!account) throw new Error('a message belongs to no subscriber');
    const allowance = computeAllowance(account, platform, stored.channel);
    const counter = { ...stored, allowance, before: { ...stored.usage }, hasHeld: false };
    counters.set(counterKey(stored), counter);
  }
  await countAll(tx, counted, counters, reachedLimits, isForced);
  await saveCounters(tx, [...counters.values()], now);
  return reachedLimits;
}

async function countAll<Message extends LimitedMessage>(
  tx: Db,
  counted: readonly CountedMessage<Message>[],
  counters: ReadonlyMap<string, Counter>,
  reachedLimits: Map<Message, ReachedLimit>,
  isForced: boolean,
): Promise<void> {
  const counterOf = (key: { teamId: number; channel: Channel }) => {
    const counter = counters.get(counterKey(key));
    if (!counter) throw new Error('a counter was not locked');
    return counter;
  };
  const known = await readRecipients(
    tx,
    counted.map(({ message }) => message),
    (key) => counterOf(key).day,
  );
  const changed = new Map<string, NonNullable<ReturnType<typeof changedRecipient>>>();
  for (const { message, isOwn } of counted.toSorted(emergenciesFirst)) {
    const counter = counterOf(message);
    const name = recipientKey(message);
    const recipient = known.get(name);
    if (!recipient) throw new Error('a recipient was not read');
    const { isEmergency } = message;
    const reachedLimit = consumeAllowance(counter.allowance, counter.usage, {
      isOwn,
      isEmergency,
      isForced,
      recipient,
    });
    if (reachedLimit) {
      counter.hasHeld = true;
      reachedLimits.set(message, reachedLimit);
      continue;
    }
    const isOfDay = counter.allowance.own !== null;
    const row = changedRecipient(message, recipient, message.messageKey, counter.day, isOfDay);
    if (row && !changed.has(name)) changed.set(name, row);
  }
  await saveRecipients(tx, [...changed.values()]);
}

function emergenciesFirst<Message extends LimitedMessage>(
  a: CountedMessage<Message>,
  b: CountedMessage<Message>,
): number {
  return Number(b.message.isEmergency) - Number(a.message.isEmergency);
}

/** Stores changed counters, and marks the subscribers whose reachability depends on them, in the order of their ids. */
async function saveCounters(tx: Db, counters: readonly Counter[], now: Date): Promise<void> {
  const saved: Counter[] = [];
  const marked = new Set<number>();
  for (const counter of counters) {
    const isNear = isNearLimit(counter);
    const hasCounted = !isSame(counter.before, counter.usage);
    const heldAt = counter.hasHeld ? heldSince(counter.heldAt, now) : counter.heldAt;
    if (isNear !== counter.isNear || (isNear && hasCounted && isBelow(counter))) marked.add(counter.teamId);
    if (hasCounted || isNear !== counter.isNear || heldAt !== counter.heldAt)
      saved.push({ ...counter, isNear, heldAt });
  }
  await saveUsage(tx, saved);
  for (const teamId of [...marked].toSorted((a, b) => a - b)) await markReachability(tx, teamId);
}

function heldSince(heldAt: string | null, now: Date): string {
  const isRecent = heldAt !== null && now.getTime() - Date.parse(heldAt) < HELD_AT_EVERY;
  return isRecent ? heldAt : now.toISOString();
}

/** True if the next submission may be held. The reachability check knows its number of recipients. */
function isNearLimit({ allowance, usage }: Counter): boolean {
  return (
    allowance.messages - usage.messages < SETTING_LIMITS.recipients ||
    (allowance.recipients !== null && usage.recipients > 0) ||
    (allowance.own !== null && allowance.own.messages - usage.ownMessages < SETTING_LIMITS.recipients)
  );
}

/** False if the limits were reached before: then only emergencies are counted, and reachability does not change. */
function isBelow({ allowance, before }: Counter): boolean {
  return (
    before.messages < allowance.messages ||
    (allowance.recipients !== null && before.recipients < allowance.recipients) ||
    (allowance.own !== null && before.ownMessages < allowance.own.messages)
  );
}

function isSame(a: Usage, b: Usage): boolean {
  return (
    a.messages === b.messages &&
    a.recipients === b.recipients &&
    a.ownMessages === b.ownMessages &&
    a.ownRecipients === b.ownRecipients
  );
}

function counterKey({ teamId, channel }: { teamId: number; channel: Channel }): string {
  return `${teamId} ${channel}`;
}
