import { changeValue, readValue } from '../storage/database.ts';

/** What could not be stored, for example because the phone is full: it lasts until the app is closed. */
const memory = new Map<string, unknown>();

/** A stored value of a person; null if there is none. */
export async function readStored<Value>(key: string): Promise<Value | null> {
  if (memory.has(key)) return memory.get(key) as Value;
  return await readValue<Value>(key).catch(() => null);
}

/** Changes the value; other pages and the service worker see the change as soon as this resolves. */
export async function changeStored<Value>(
  key: string,
  change: (value: Value | null) => Value,
): Promise<Value> {
  try {
    if (!memory.has(key)) return await changeValue(key, change);
  } catch {
    memory.set(key, await readValue(key).catch(() => null));
  }
  const next = change(memory.get(key) as Value | null);
  memory.set(key, next);
  return next;
}
