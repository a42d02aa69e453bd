import type { SubmissionKind } from '@callpoint/contract/catalogue';
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

/** Submissions that could not be stored, for example because the disk is full. They last until the app is closed. */
const memoryItems = new Map<string, OutboxItem>();

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= Promise.race([openStored(), failAfter(LONGEST_OPENING)]).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** A storage that never answers counts as unusable: a press must not wait for it. In milliseconds. */
const LONGEST_OPENING = 2_000;

function failAfter(milliseconds: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('the storage does not answer')), milliseconds);
  });
}

function openStored(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('callpoint', 1, {
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
    const tx = (await database()).transaction('outbox', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.put(item), tx.done]);
  } catch {
    memoryItems.set(item.client_id, { ...item, is_stored: false });
  }
}

/** Changes an item, unless it was removed. Returns the changed item. */
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
  const tx = (await database()).transaction('outbox', 'readwrite', { durability: 'strict' });
  const item = await tx.store.get(clientId);
  const changed = item && { ...item, ...change(item) };
  if (changed) await tx.store.put(changed);
  await tx.done;
  return changed ?? null;
}

export async function removeItem(clientId: string): Promise<void> {
  if (memoryItems.delete(clientId)) return;
  await (await database()).delete('outbox', clientId);
}

export async function allItems(): Promise<OutboxItem[]> {
  const stored = await database().then(
    (db) => db.getAll('outbox'),
    () => [],
  );
  return [...stored, ...memoryItems.values()];
}

/** A stored value; null if there is none. */
export async function readValue<Value>(key: string): Promise<Value | null> {
  return ((await (await database()).get('values', key)) as Value | undefined) ?? null;
}

export async function writeValue(key: string, value: unknown): Promise<void> {
  await (await database()).put('values', value, key);
}

export async function removeValue(key: string): Promise<void> {
  await (await database()).delete('values', key);
}
