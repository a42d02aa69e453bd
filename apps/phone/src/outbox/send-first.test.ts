import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { removeItem } from '../storage/database.ts';
import { outbox } from './outbox.ts';
import { submit } from './submit.ts';

/** The storage takes its time: it does not answer during this test. */

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

test('a press is sent while the storage still writes it', async () => {
  outbox.set([]);
  const result = Promise.resolve({ location: null, follows: false });
  void submit({ kind: 'button', item_id: 1, label: '' }, { result, until: Date.now() });
  await vi.advanceTimersByTimeAsync(5);
  expect(sent).toMatchObject([{ button_id: 1 }]);
});
