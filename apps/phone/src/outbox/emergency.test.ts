import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import type { OutboxItem } from '../storage/database.ts';
import { addToOutbox, discard } from './outbox.ts';
import { buildItem } from './test-item.ts';

/** The phone has no IndexedDB here, so the outbox is in memory. */

const PRESSED_AT = Date.parse('2026-11-22T09:00:00.000Z');
const LONGEST = 3_000;

/** The calls and when they started, in milliseconds after the press; an upload ends only if it is stopped. */
let calls: { path: string; at: number; isStopped: () => boolean }[] = [];
let uploads: 'hang' | 'work' = 'hang';
let isDown = false;

const EMERGENCY: Partial<OutboxItem> = { item_id: 5, location_follows: true };

const FORM: Partial<OutboxItem> = {
  kind: 'form',
  item_id: 1,
  pictures: [{ blob: new Blob(['1']), key: null }],
};

beforeEach(() => {
  vi.useFakeTimers({ now: PRESSED_AT });
  calls = [];
  uploads = 'hang';
  isDown = false;
  session.set({ token: 'token', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    calls.push({ path, at: Date.now() - PRESSED_AT, isStopped: () => signal.aborted });
    if (isDown) return Promise.resolve(Response.json({ ok: false, msg: '', errors: [] }, { status: 503 }));
    if (path !== '/mapi/v1/images' || uploads === 'work') {
      return Promise.resolve(Response.json({ ok: true, data: { alert: '', key: 'k' } }));
    }
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
});

afterEach(async () => {
  uploads = 'work';
  isDown = false;
  await vi.advanceTimersByTimeAsync(120_000);
  await Promise.all(['form', 'emergency'].map((id) => discard(id).catch(() => null)));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set(null);
});

test('an emergency that waits for its location stops a form with pictures, and is sent after 3 s at the latest', async () => {
  await addToOutbox(buildItem('form', FORM));
  await vi.advanceTimersByTimeAsync(10);
  expect(calls.map(({ path }) => path)).toEqual(['/mapi/v1/images']);

  const send_at = new Date(PRESSED_AT + LONGEST).toISOString();
  await addToOutbox(buildItem('emergency', { ...EMERGENCY, send_at }));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls[0]?.isStopped()).toBe(true);
  // Nothing else uses the network while it waits.
  await vi.advanceTimersByTimeAsync(LONGEST - 100);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.slice(1).map(({ path }) => path)).toEqual(['/mapi/v1/button_click', '/mapi/v1/images']);
  expect(calls[1]?.at).toBeLessThanOrEqual(LONGEST);
});

test('a clock that was set back does not delay an emergency', async () => {
  const send_at = new Date(PRESSED_AT + 3_600_000).toISOString();
  await addToOutbox(buildItem('emergency', { ...EMERGENCY, send_at }));
  await vi.advanceTimersByTimeAsync(LONGEST);
  expect(calls.map(({ path }) => path)).toEqual(['/mapi/v1/button_click']);
});

test('an emergency that the server could not accept is sent again every few seconds, also after the clock was set back', async () => {
  isDown = true;
  await addToOutbox(buildItem('emergency', EMERGENCY));
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(PRESSED_AT - 3_600_000);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls.length - before).toBeGreaterThanOrEqual(4);
});
