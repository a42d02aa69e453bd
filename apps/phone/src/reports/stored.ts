import { changeValue, readValue } from '../storage/database.ts';

/** What could not be stored, for example because the phone is full: it lasts until the app is closed. */
const memory = new Map<string, unknown>();
/** The values as they were last read or written: the base of a change that cannot be stored. */
const lastSeen = new Map<string, unknown>();

/** A stored value of a person; null if there is none. While the storage does not answer, what it last contained. */
export async function readStored<Value>(key: string): Promise<Value | null> {
  if (memory.has(key)) return memory.get(key) as Value;
  try {
    return see(key, await readValue<Value>(key));
  } catch {
    return (lastSeen.get(key) ?? null) as Value | null;
  }
}

/** Changes the value; other pages and the service worker see the change as soon as this resolves. */
export async function changeStored<Value>(
  key: string,
  change: (value: Value | null) => Value,
): Promise<Value> {
  try {
    if (!memory.has(key)) return see(key, await changeValue(key, change));
  } catch {
    const base = await readStored(key);
    // Another change may have failed meanwhile.
    if (!memory.has(key)) memory.set(key, base);
  }
  const next = change(memory.get(key) as Value | null);
  memory.set(key, next);
  return next;
}

/** True if the storage has responded: without it, no value may mean that there is none, or that it was not read. */
export function wasRead(key: string): boolean {
  return memory.has(key) || lastSeen.has(key);
}

function see<Value>(key: string, value: Value): Value {
  lastSeen.set(key, value);
  return value;
}
