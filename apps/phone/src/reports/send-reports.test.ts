import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { changeCheckIn, readCheckIn, replaceCheckIn, type StoredCheckIn } from './check-in.ts';
import { sendReports } from './send-reports.ts';

const USER = { id: 5_381, name: 'Ana Flores', email: '', phone: '' };
const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

const ANSWERED: StoredCheckIn = {
  client_id: 'a',
  every_minutes: 30,
  grace_minutes: 5,
  until: at(480),
  location: null,
  known: { due_at: at(1), state: 'active', press_client_id: null },
  confirmed_at: at(0),
  ended_at: null,
  rejection: null,
  is_read: false,
};
const data = { ...ANSWERED, due_at: at(30), state: 'active', press_client_id: null };

afterEach(() => {
  vi.unstubAllGlobals();
  session.set(null);
});

/** A signed-in phone without a storage; each call waits until the test responds. */
async function startPhone() {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  const calls: { path: string; body: unknown; respond: () => void }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    await new Promise<void>((respond) => calls.push({ path, body: JSON.parse(body), respond }));
    return Response.json({ ok: true, data });
  });
  session.set({ token: 'token', user: USER, hasUsedLink: false });
  await replaceCheckIn(USER.id, ANSWERED);
  return calls;
}

test('the location that is known while an answer to a check-in is sent follows in a second call', async () => {
  const calls = await startPhone();
  const sending = sendReports();
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    path: expect.stringContaining('/mapi/v1/check_in/confirm'),
    body: { client_id: 'a', location: null },
  });
  const location = { lat: 52.52, lng: 13.405, accuracy: 8, at: at(0) };
  await changeCheckIn(USER.id, 'a', () => ({ location }));
  calls[0]?.respond();
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.body).toMatchObject({ client_id: 'a', location });
  calls[1]?.respond();
  expect(await sending).toEqual({ waits: false });
  expect(await readCheckIn(USER.id)).toMatchObject({ confirmed_at: null, location });
  expect(calls).toHaveLength(2);
});

test('an answer whose location is the same is sent once', async () => {
  const calls = await startPhone();
  const sending = sendReports();
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.respond();
  expect(await sending).toEqual({ waits: false });
  expect(await readCheckIn(USER.id)).toMatchObject({ confirmed_at: null });
  expect(calls).toHaveLength(1);
});
