import { endRejectedSession, readSession, session as openSession, type Session } from '../session/session.ts';
import { allItems, type OutboxItem } from '../storage/database.ts';
import { inSendingOrder, isEmergency, isWaiting, LONGEST_LOCATING, waitAfter } from './order.ts';
import { sendItem } from './send-item.ts';

/** Sends what waits in the outbox. The page and the service worker each run one; repeated submissions are harmless. */

/** When each item is due again, by its id; in milliseconds of `performance.now()`: nobody sets that clock back. */
const dueAt = new Map<string, number>();

/** Submissions that were made just now and come first: they are sent while the storage still writes them. */
const justMade: OutboxItem[] = [];

let running: Promise<void> | null = null;
let current: { item: OutboxItem; stop: AbortController } | null = null;
let isAskedAgain = false;

/**
 * Sends everything that is due, one after another. An emergency stops the call of another submission, which is sent
 * afterwards. `onChange` is called after each attempt. Resolves with the milliseconds until the next item is due; null if nothing waits.
 */
export async function sendDue(onChange: () => void, { all = false } = {}): Promise<number | null> {
  if (all) dueAt.clear();
  isAskedAgain = true;
  running ??= (async () => {
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        await sendUntilNoneIsDue(onChange);
      }
    } finally {
      running = null;
    }
  })();
  await running;
  return await untilNext();
}

/**
 * Sends a submission without waiting for the storage, which may take longer than a press may wait.
 * @param item comes before everything that waits, and may be sent now
 */
export function sendFirst(item: OutboxItem): void {
  justMade.push(item);
}

/** Stops the call that is running, if an emergency waits and it sends something else. */
export function makeWay(): void {
  if (current && !isEmergency(current.item)) current.stop.abort();
}

async function sendUntilNoneIsDue(onChange: () => void): Promise<void> {
  for (;;) {
    const next = nextJustMade() ?? (await nextStored());
    if (!next) return;
    const { session, item } = next;
    const stop = new AbortController();
    current = { item, stop };
    const attempt = await sendItem(item, session, stop.signal).finally(() => (current = null));
    if (attempt.result === 'received') dueAt.delete(item.client_id);
    if (attempt.result === 'later') {
      const wait = waitAfter(item.attempts + 1, isEmergency(item));
      dueAt.set(
        item.client_id,
        performance.now() + Math.max(wait, isEmergency(item) ? 0 : (attempt.after ?? 0) * 1000),
      );
    }
    onChange();
    if (attempt.result === 'signed-out') {
      await endRejectedSession(session, attempt.failure);
      return;
    }
  }
}

type Next = { session: Session; item: OutboxItem };

function nextJustMade(): Next | null {
  const item = justMade.shift();
  const session = openSession.current();
  // Without its session it waits in the storage.
  return item && session?.user.id === item.user_id ? { session, item } : null;
}

async function nextStored(): Promise<Next | null> {
  const session = await readSession();
  const item = session && (await nextDue(session.user.id));
  return session && item ? { session, item } : null;
}

/** Milliseconds until an item is due; at most 0 if it is. */
function untilDue({ client_id, send_at }: OutboxItem): number {
  const untilLocated = send_at === null ? 0 : Date.parse(send_at) - Date.now();
  // A longer time is that of a clock that was changed.
  const isLocating = untilLocated <= LONGEST_LOCATING;
  return Math.max((dueAt.get(client_id) ?? 0) - performance.now(), isLocating ? untilLocated : 0);
}

async function waiting(userId: number): Promise<OutboxItem[]> {
  return inSendingOrder((await allItems()).filter((item) => item.user_id === userId && isWaiting(item)));
}

/** What may be sent now: nothing else while an emergency waits. */
async function candidates(userId: number): Promise<OutboxItem[]> {
  const items = await waiting(userId);
  const emergencies = items.filter(isEmergency);
  return emergencies.length > 0 ? emergencies : items;
}

async function nextDue(userId: number): Promise<OutboxItem | undefined> {
  return (await candidates(userId)).find((item) => untilDue(item) <= 0);
}

async function untilNext(): Promise<number | null> {
  const session = await readSession();
  const items = session ? await candidates(session.user.id) : [];
  if (items.length === 0) return null;
  return Math.max(0, Math.min(...items.map(untilDue)));
}
