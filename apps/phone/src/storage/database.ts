import type { SubmissionKind } from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What the phone stores: the outbox, and single values. The page and the service worker share it. */

/** A picture of a form. `key`: the server's name, once it is uploaded. */
export type Picture = { blob: Blob; key: string | null };

/** Why the server does not accept a submission, or why it could not be reached. */
export type SendingProblem = {
  /** `offline`, `unreachable`, `slow`, `busy`, `signed-out`, or `rejected`: sending it again changes nothing. */
  code: 'offline' | 'unreachable' | 'slow' | 'busy' | 'signed-out' | 'rejected';
  /** The server's own sentence, and the code of its reason. */
  text: string | null;
  reason: string | null;
  /** ISO 8601. */
  at: string;
};

/** A submission until the server has received it, and for a while afterwards. */
export type OutboxItem = {
  client_id: string;
  /** The app user who submitted it. */
  user_id: number;
  kind: SubmissionKind;
  item_id: number;
  label: string;
  /** ISO 8601, by the phone's clock. */
  pressed_at: string;
  location: Location | null;
  /** True if the phone still determines its location. */
  location_follows: boolean;
  /** Until this time (ISO 8601) it waits for the location; null: it is sent immediately. */
  send_at: string | null;
  company: string;
  message: string;
  type: string;
  pictures: Picture[];
  attempts: number;
  problem: SendingProblem | null;
  /** False if the phone could not store it: it is lost if the app is closed. */
  is_stored: boolean;
  /** The server's response; null until then. */
  received: { alert: string; at: string } | null;
};

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxItem };
  values: { key: string; value: unknown };
}

/**
 * Submissions, and changes of stored ones, that could not be stored, for example because the disk is full. They last until
 * the app is closed, and come before what is stored.
 */
const memoryItems = new Map<string, OutboxItem>();
/** The stored submissions as they were last read or written: the base of a change that cannot be stored. */
const lastSeen = new Map<string, OutboxItem>();

let opened: Promise<IDBPDatabase<Schema>> | null = null;
/** True from an operation that took too long until it ends: the next ones fail immediately. */
let isHanging = false;

/** A storage that does not answer counts as unusable: a press must not wait for it. In milliseconds. */
const LONGEST_WAIT = 2_000;

/** Runs `work` with the database. Rejects if the storage is unusable, and if it does not answer. */
async function withDatabase<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  if (isHanging) throw new Error('the storage does not answer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isHanging = true;
      reject(new Error('the storage does not answer'));
    }, LONGEST_WAIT);
  });
  const result = openOnce().then(work);
  const end = () => {
    clearTimeout(timer);
    isHanging = false;
  };
  result.then(end, end);
  return await Promise.race([result, isLate]);
}

function openOnce(): Promise<IDBPDatabase<Schema>> {
  opened ??= openStored().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Some browsers throw where others reject. */
async function openStored(): Promise<IDBPDatabase<Schema>> {
  return await openDB<Schema>('callpoint', 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'client_id' });
      db.createObjectStore('values');
    },
    // The browser closed it, for example because its storage was cleared.
    terminated() {
      opened = null;
    },
  });
}

/**
 * Resolves after the disk has it: a phone that is switched off then loses nothing. Without usable storage it is kept in
 * memory, so that it is sent at least while the app is open.
 */
export async function putItem(item: OutboxItem): Promise<void> {
  try {
    await withDatabase(async (db) => {
      const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' });
      await Promise.all([tx.store.put(item), tx.done]);
    });
    lastSeen.set(item.client_id, item);
  } catch {
    memoryItems.set(item.client_id, { ...item, is_stored: false });
  }
}

/**
 * Changes an item, unless it was removed. Returns the changed item. A change that cannot be stored lasts until the app is
 * closed: what the server has received must not be sent again and again.
 */
export async function changeItem(
  clientId: string,
  change: (item: OutboxItem) => Partial<OutboxItem>,
): Promise<OutboxItem | null> {
  const inMemory = memoryItems.get(clientId);
  if (inMemory) {
    const changed = { ...inMemory, ...change(inMemory) };
    memoryItems.set(clientId, changed);
    return changed;
  }
  try {
    return await changeStored(clientId, change);
  } catch (error) {
    const item = lastSeen.get(clientId);
    if (!item) throw error;
    const changed = { ...item, ...change(item) };
    memoryItems.set(clientId, changed);
    return changed;
  }
}

async function changeStored(
  clientId: string,
  change: (item: OutboxItem) => Partial<OutboxItem>,
): Promise<OutboxItem | null> {
  const changed = await withDatabase(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' });
    const item = await tx.store.get(clientId);
    const next = item && { ...item, ...change(item) };
    await Promise.all([next && tx.store.put(next), tx.done]);
    return next ?? null;
  });
  if (changed) lastSeen.set(clientId, changed);
  return changed;
}

export async function removeItem(clientId: string): Promise<void> {
  const wasInMemory = memoryItems.delete(clientId);
  lastSeen.delete(clientId);
  await withDatabase((db) => db.delete('outbox', clientId)).catch((error: unknown) => {
    if (!wasInMemory) throw error;
  });
}

export async function allItems(): Promise<OutboxItem[]> {
  const stored = await withDatabase((db) => db.getAll('outbox')).catch(() => [...lastSeen.values()]);
  for (const item of stored) lastSeen.set(item.client_id, item);
  // A storage that answered too late may have an item, too.
  return [...stored.filter(({ client_id }) => !memoryItems.has(client_id)), ...memoryItems.values()];
}

/** A stored value; null if there is none. */
export async function readValue<Value>(key: string): Promise<Value | null> {
  return ((await withDatabase((db) => db.get('values', key))) as Value | undefined) ?? null;
}

export async function writeValue(key: string, value: unknown): Promise<void> {
  await withDatabase((db) => db.put('values', value, key));
}

/** Changes a stored value; pages and the service worker take turns. Resolves after the disk has it. */
export async function changeValue<Value>(
  key: string,
  change: (value: Value | null) => Value,
): Promise<Value> {
  return await withDatabase(async (db) => {
    const tx = db.transaction('values', 'readwrite', { durability: 'strict' });
    const next = change(((await tx.store.get(key)) as Value | undefined) ?? null);
    await Promise.all([tx.store.put(next, key), tx.done]);
    return next;
  });
}

export async function removeValue(key: string): Promise<void> {
  await withDatabase((db) => db.delete('values', key));
}
