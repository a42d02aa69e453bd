import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removePush, turnPushOff, turnPushOn } from './push.ts';

const ENDPOINT = 'https://push.example/1';

let isSubscribed = true;
let isDown = false;
/** The calls of the server. */
let calls: string[] = [];

const subscription = {
  endpoint: ENDPOINT,
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    isSubscribed = false;
    return true;
  },
};
const pushManager = {
  getSubscription: async () => (isSubscribed ? subscription : null),
  subscribe: async () => {
    isSubscribed = true;
    return subscription;
  },
};

beforeEach(() => {
  isSubscribed = true;
  isDown = false;
  calls = [];
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    if (isDown) throw new TypeError('unreachable');
    return Response.json({ ok: true, msg: '' });
  });
});

afterEach(() => vi.unstubAllGlobals());

test('notifications are turned off on the server and on the phone', async () => {
  expect(await turnPushOff()).toBe('off');
  expect(calls).toEqual(['/mapi/v1/push_subscription/delete']);
  expect(isSubscribed).toBe(false);
});

test('notifications stay on if the server cannot be reached', async () => {
  isDown = true;
  await expect(turnPushOff()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(isSubscribed).toBe(true);
});

test('signing out removes the notifications of the phone also without a network', async () => {
  isDown = true;
  await removePush();
  expect(isSubscribed).toBe(false);
});

test('notifications are not on if the server does not know where to send them', async () => {
  isSubscribed = false;
  isDown = true;
  await expect(turnPushOn('key')).rejects.toMatchObject({ kind: 'unreachable' });
  expect(isSubscribed).toBe(false);
});
