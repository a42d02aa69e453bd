import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { allItems, putItem, removeItem, type OutboxItem } from '../storage/database.ts';
import { resumeFollowing } from './follow.ts';
import { outbox } from './outbox.ts';

const PRESSED_AT = Date.parse('2026-11-22T09:00:00.000Z');
const SITE = { lat: 39.7565, lng: -104.9994 };

/** The phone measures; null: nothing listens. */
let measured: PositionCallback | null = null;
/** The bodies of the calls that send a location. */
let updates: { client_id: string; location: { accuracy: number } }[] = [];
let stored: { accuracy: number } | null = null;
let isDown = false;
/** How long the server takes to store a location, in milliseconds. */
let delay = 0;

function press(changed: Partial<OutboxItem> = {}): OutboxItem {
  return {
    client_id: 'a',
    user_id: 1,
    pressed_at: new Date(PRESSED_AT).toISOString(),
    location: { ...SITE, accuracy: 900 },
    location_follows: true,
    received: { alert: '', at: '' },
    ...changed,
  } as OutboxItem;
}

function signIn(id: number): void {
  session.set({ token: 'token', user: { id, name: '', email: '', phone: '' }, hasUsedLink: false });
}

/** Restarts the app some seconds after the press. */
async function restart(seconds: number, item: OutboxItem): Promise<void> {
  vi.setSystemTime(PRESSED_AT + seconds * 1000);
  outbox.set([item]);
  resumeFollowing();
  await vi.advanceTimersByTimeAsync(10);
}

async function measure(accuracy: number): Promise<void> {
  const coords = { latitude: SITE.lat, longitude: SITE.lng, accuracy };
  measured?.({ coords, timestamp: Date.now() } as GeolocationPosition);
  await vi.advanceTimersByTimeAsync(10);
}

beforeEach(() => {
  vi.useFakeTimers();
  updates = [];
  stored = null;
  delay = 0;
  signIn(1);
  const geolocation = {
    watchPosition: (callback: PositionCallback) => {
      measured = callback;
      return 1;
    },
    clearWatch: () => (measured = null),
  };
  vi.stubGlobal('navigator', { geolocation });
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/mapi/v1/location') updates.push(JSON.parse(body ?? '') as (typeof updates)[number]);
    if (isDown) throw new TypeError('unreachable');
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    return Response.json({ ok: true, data: { location: stored && { ...SITE, ...stored } } });
  });
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  outbox.set(null);
  session.set(null);
});

test('after a restart, the location is followed for what is left of the two minutes', async () => {
  await restart(90, press());
  await measure(20);
  expect(updates).toMatchObject([{ client_id: 'a', location: { ...SITE, accuracy: 20 } }]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(measured).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(measured).toBeNull();
});

test('a press of more than two minutes ago, or without a location, is not followed', async () => {
  await restart(121, press());
  expect(measured).toBeNull();
  await restart(10, press({ location_follows: false }));
  expect(measured).toBeNull();
});

test('a location is not replaced by a worse one that is measured after a restart', async () => {
  stored = { accuracy: 6 };
  await restart(30, press());
  await measure(100);
  expect(updates).toEqual([]);
  await measure(3);
  expect(updates).toMatchObject([{ location: { accuracy: 3 } }]);
});

test('a location is sent only after the press, and only as its sender', async () => {
  await restart(5, press({ received: null }));
  await measure(20);
  expect(updates).toEqual([]);
  signIn(2);
  outbox.set([press()]);
  await measure(10);
  expect(updates).toEqual([]);
  signIn(1);
  await measure(5);
  expect(updates).toMatchObject([{ location: { accuracy: 5 } }]);
});

test('a location that the server did not receive is sent again, although the person does not move', async () => {
  await restart(5, press());
  isDown = true;
  await measure(20);
  expect(updates).toHaveLength(1);
  isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(updates).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(updates).toHaveLength(2);
});

test('a better location that is measured while another one is sent follows it, although the person does not move', async () => {
  await restart(5, press());
  delay = 8_000;
  await measure(300);
  await measure(6);
  expect(updates).toMatchObject([{ location: { accuracy: 300 } }]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(updates).toMatchObject([{ location: { accuracy: 300 } }, { location: { accuracy: 6 } }]);
});

test('a press that was not sent yet takes along a location that is measured later', async () => {
  vi.setSystemTime(PRESSED_AT);
  const waiting = press({ received: null, location: null });
  await putItem(waiting);
  outbox.set([waiting]);
  resumeFollowing();
  await vi.advanceTimersByTimeAsync(10);
  await measure(12);
  expect(await allItems()).toMatchObject([{ client_id: 'a', location: { ...SITE, accuracy: 12 } }]);
  await removeItem('a');
});
