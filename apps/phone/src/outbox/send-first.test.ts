import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { removeItem, type OutboxItem } from '../storage/database.ts';
import { outbox } from './outbox.ts';
import { submit } from './submit.ts';
import { buildItem } from './test-item.ts';

/** The storage takes its time: it does not answer during these tests. */

class Request extends EventTarget {}

let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => new Request() });
  vi.stubGlobal('IDBRequest', Request);
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Record<string, unknown>);
    return Response.json({ ok: true, data: { alert: 'Help is coming' } });
  });
  session.set({ token: 'token', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { client_id } of outbox.current() ?? []) await removeItem(client_id).catch(() => null);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set(null);
  outbox.set(null);
});

/** Presses a button while these items wait, and returns what is sent in the next moment. */
async function press(item_id: number, waiting: OutboxItem[] = [], locating = false) {
  outbox.set(waiting);
  const result = locating
    ? new Promise<never>(() => {})
    : Promise.resolve({ location: null, follows: false });
  void submit({ kind: 'button', item_id, label: '' }, { result, until: Date.now() + 3_000 });
  await vi.advanceTimersByTimeAsync(5);
  return sent.map(({ button_id }) => button_id);
}

const OLDER = { pressed_at: '2026-11-21T08:14:07.120Z' };

test('a press is sent while the storage still writes it', async () => {
  expect(await press(1)).toEqual([1]);
});

test('an emergency is sent at once before everything that waits, except an older emergency', async () => {
  expect(await press(5, [buildItem('older', { ...OLDER, item_id: 1 })])).toEqual([5]);
});

test('an older emergency comes before a new one', async () => {
  expect(await press(5, [buildItem('older', { ...OLDER, item_id: 5 })])).toEqual([]);
});

test('a press does not overtake an emergency or an older press', async () => {
  expect(await press(1, [buildItem('older', { ...OLDER, item_id: 5 })])).toEqual([]);
});

test('a press that waits for its location is not sent yet', async () => {
  expect(await press(5, [], true)).toEqual([]);
});
