import { allItems, changeItem, putItem, removeItem, type OutboxItem } from '../storage/database.ts';
import { createStore } from '../store/store.ts';
import { comesFirst, isEmergency } from './order.ts';
import { makeWay, sendDue, sendFirst } from './sender.ts';

/** The outbox of the page: stores submissions, sends them at every opportunity, and shows their state. */

/** All stored submissions; null until they are read. */
export const outbox = createStore<readonly OutboxItem[] | null>(null);

/** A received submission is kept for this time, so that it can be shown without a network. Milliseconds. */
const KEPT = 7 * 24 * 60 * 60 * 1000;
/** Under this name, browsers with background sync start the service worker. */
const SYNC_TAG = 'outbox';
/** Tells other tabs and the service worker what happened in the outbox. */
const CHANNEL = 'outbox';
/** The wait after an error of the storage, in milliseconds. */
const AFTER_ERROR = 5_000;

type Signal = 'changed' | 'emergency';

let channel: BroadcastChannel | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts sending; for the page. */
export async function startOutbox(): Promise<void> {
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Signal>) => {
    if (data === 'emergency') makeWay();
    void readOutbox();
  });
  addEventListener('online', () => void flush({ all: true }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush({ all: true });
  });
  // What cannot be read or removed must not stop the sending.
  await removeOld().catch(() => null);
  await readOutbox().catch(() => null);
  void flush({ all: true });
}

/**
 * Stores and sends a submission; when this resolves, it survives a crash. What comes first is sent at once: the storage
 * may need longer than a press may wait. If the app ends before it is stored, the server may still have received it.
 */
export async function addToOutbox(item: OutboxItem): Promise<void> {
  const stored = putItem(item);
  const others = outbox.current();
  if (others && comesFirst(item, others)) {
    sendFirst(item);
    if (isEmergency(item)) makeWay();
    void flush();
  }
  await stored;
  if (isEmergency(item)) {
    // The stopped sender finds the emergency.
    makeWay();
    tellOthers('emergency');
  }
  // Sent first, shown afterwards.
  void flush();
  await changed();
  void registerSync();
}

/** Sends a submission again, with these changes: the server may have rejected it, or lost it. */
export async function sendAgain(clientId: string, changes: Partial<OutboxItem> = {}): Promise<void> {
  await changeItem(clientId, () => ({ problem: null, ...changes }));
  await changed();
  void registerSync();
  await flush({ all: true });
}

/** Deletes a submission that was not sent. */
export async function discard(clientId: string): Promise<void> {
  await removeItem(clientId);
  await changed();
}

/** Sends what is due and sets a timer for the rest. `all`: what waits for a later attempt, too. */
export async function flush({ all = false } = {}): Promise<void> {
  clearTimeout(timer);
  // An error of the storage must not end the attempts.
  const next = await sendDue(() => void changed().catch(() => null), { all }).catch(() => AFTER_ERROR);
  clearTimeout(timer);
  if (next !== null) timer = setTimeout(() => void flush(), next);
}

function tellOthers(signal: Signal): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only our own origin.
  channel?.postMessage(signal);
}

async function changed(): Promise<void> {
  await readOutbox();
  tellOthers('changed');
}

async function readOutbox(): Promise<void> {
  outbox.set(await allItems());
}

async function removeOld(): Promise<void> {
  const before = new Date(Date.now() - KEPT).toISOString();
  const old = (await allItems()).filter((item) => item.received !== null && item.pressed_at < before);
  await Promise.all(old.map(({ client_id }) => removeItem(client_id)));
}

/** The browser sends the outbox later even if the app is closed, where it supports that. */
export async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await sync?.register(SYNC_TAG).catch(() => null);
}
