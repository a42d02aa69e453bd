import type { Location } from '@callpoint/contract/fields';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { removeItem } from '../storage/database.ts';
import { outbox } from './outbox.ts';
import { submit } from './submit.ts';

/** The phone stores nothing here. */

/** The bodies of the presses. */
let sent: Record<string, unknown>[] = [];
let respond: (body: Record<string, unknown>) => Response;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  session.set({ token: 'token', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Record<string, unknown>);
    return respond(sent.at(-1) ?? {});
  });
});

afterEach(async () => {
  for (const { client_id } of outbox.current() ?? []) await removeItem(client_id);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set(null);
  outbox.set(null);
});

const RECEIVED = { ok: true, data: { alert: 'Help is coming' } };

async function press(item_id: number, location: Location | null = null): Promise<void> {
  const result = Promise.resolve({ location, follows: false });
  await submit({ kind: 'button', item_id, label: '' }, { result, until: Date.now() });
  await vi.advanceTimersByTimeAsync(10);
}

function rejection(status: number, more: object = {}): Response {
  return Response.json({ ok: false, msg: 'Sent at is not a known field.', ...more }, { status });
}

test('an emergency is sent without its details to a server that does not know one of them', async () => {
  respond = (body) => ('sent_at' in body ? rejection(400) : Response.json(RECEIVED));
  await press(5);
  const { client_id, pressed_at } = sent[0] ?? {};
  expect(sent.slice(1)).toEqual([
    { client_id, button_id: 5, pressed_at, sent_at: expect.any(String) },
    { client_id, button_id: 5 },
  ]);
  expect(outbox.current()).toMatchObject([{ received: { alert: 'Help is coming' }, problem: null }]);
});

test('an emergency keeps its time if the server knows it, and its location follows', async () => {
  respond = (body) => ('location_follows' in body ? rejection(400) : Response.json(RECEIVED));
  const location = { lat: 39.7, lng: -104.9, accuracy: 8, at: '2026-11-21T08:00:00.000Z' };
  await press(5, location);
  const { client_id, pressed_at } = sent[0] ?? {};
  expect(sent.slice(1)).toEqual([
    { client_id, button_id: 5, pressed_at, sent_at: expect.any(String) },
    { client_id, location },
  ]);
});

test('an emergency that a server rejects without a reason is sent again and again', async () => {
  respond = () => rejection(404);
  await press(5);
  expect(outbox.current()).toMatchObject([{ received: null, problem: { code: 'busy' } }]);
  respond = () => Response.json(RECEIVED);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(outbox.current()).toMatchObject([{ received: { alert: 'Help is coming' } }]);
});

test('an emergency of a button that is turned off, and another press that is rejected, are final', async () => {
  respond = () => rejection(403, { code: 'item_off' });
  await press(5);
  expect(outbox.current()).toMatchObject([{ problem: { code: 'rejected', reason: 'item_off' } }]);
  respond = () => rejection(400);
  await press(2);
  expect(outbox.current()?.find(({ item_id }) => item_id === 2)).toMatchObject({
    problem: { code: 'rejected' },
  });
  const calls = sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(calls);
});
