import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { changeCheckIn, readCheckIn, replaceCheckIn, type StoredCheckIn } from './check-in.ts';
import { addSafeReport, isUnsent, readSafeReports } from './safe-reports.ts';
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

type Call = { path: string; body: unknown; respond: (response?: Response) => void };

/** A signed-in phone without a storage; each call waits until the test responds. */
async function startPhone(changed: Partial<StoredCheckIn> = {}) {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, { body = 'null' }: { body?: string }) => {
    const response = await new Promise<Response | undefined>((respond) =>
      calls.push({ path, body: JSON.parse(body), respond }),
    );
    return response ?? Response.json({ ok: true, data });
  });
  session.set({ token: 'token', user: USER, hasUsedLink: false });
  await replaceCheckIn(USER.id, { ...ANSWERED, ...changed });
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

/** Responds to the next call that the phone makes. */
async function respondTo(calls: readonly Call[], number: number, response?: Response): Promise<Call> {
  await expect.poll(() => calls.length).toBeGreaterThan(number);
  const call = calls[number] as Call;
  call.respond(response);
  return call;
}

const NOTHING = () => Response.json({ ok: true, data: null });
const FAILED = (status: number) => Response.json({ ok: false, msg: 'No.', errors: [] }, { status });

test('a check-in that the server has lost is started again under its own id', async () => {
  const calls = await startPhone();
  const sending = sendReports();
  await respondTo(calls, 0, FAILED(404));
  await respondTo(calls, 1, NOTHING());
  const start = await respondTo(calls, 2);
  expect(start).toMatchObject({ path: '/mapi/v1/check_in', body: { client_id: 'a', every_minutes: 30 } });
  expect(await sending).toEqual({ waits: false });
  expect(await readCheckIn(USER.id)).toMatchObject({ known: { state: 'active' }, rejection: null });
});

test('the same if the phone learns it when it reads the check-in; one that the person has ended stays ended', async () => {
  const calls = await startPhone({ confirmed_at: null });
  const sending = sendReports({ reads: true });
  await respondTo(calls, 0, NOTHING());
  expect(await respondTo(calls, 1)).toMatchObject({ body: { client_id: 'a', every_minutes: 30 } });
  await sending;
  expect(await readCheckIn(USER.id)).toMatchObject({ known: { state: 'active' } });

  await changeCheckIn(USER.id, 'a', () => ({ ended_at: at(0) }));
  const ending = sendReports();
  await respondTo(calls, 2, FAILED(404));
  await respondTo(calls, 3, NOTHING());
  await ending;
  expect(calls).toHaveLength(4);
  expect(await readCheckIn(USER.id)).toMatchObject({ known: { state: 'ended' } });
});

test('a check-in that was ended before the server had it is not started, and one that it has after all ends', async () => {
  const ended = { known: null, confirmed_at: null, ended_at: at(0) };
  const calls = await startPhone(ended);
  const sending = sendReports();
  expect(await respondTo(calls, 0, FAILED(404))).toMatchObject({ path: '/mapi/v1/check_in/end' });
  await respondTo(calls, 1, NOTHING());
  expect(await sending).toEqual({ waits: false });
  expect(await readCheckIn(USER.id)).toMatchObject({ known: { state: 'ended' }, rejection: null });

  await changeCheckIn(USER.id, 'a', () => ended);
  const ending = sendReports();
  const response = Response.json({ ok: true, data: { ...data, state: 'ended' } });
  expect(await respondTo(calls, 2, response)).toMatchObject({ path: '/mapi/v1/check_in/end' });
  expect(await ending).toEqual({ waits: false });
  expect(await readCheckIn(USER.id)).toMatchObject({ known: { state: 'ended' } });
  expect(calls).toHaveLength(3);
});

test('a report of being safe that waited says how long, and is sent without that to a server that does not know the field', async () => {
  const calls = await startPhone({ confirmed_at: null });
  const made = vi.spyOn(Date.prototype, 'toISOString').mockReturnValueOnce(at(-240));
  await addSafeReport(USER.id, 'waited', 'Help arrived.');
  made.mockRestore();
  const sending = sendReports();
  const body = { client_id: 'waited', reason: 'Help arrived.' };
  const first = await respondTo(calls, 0, FAILED(400));
  expect(first.body).toEqual({ ...body, reported_seconds_ago: expect.closeTo(240 * 60, -1) });
  expect((await respondTo(calls, 1)).body).toEqual(body);
  expect(await sending).toEqual({ waits: false });
  expect((await readSafeReports(USER.id)).find(isUnsent)).toBeUndefined();
});

test('a report that the server does not accept now does not stop the others', async () => {
  const calls = await startPhone();
  await addSafeReport(USER.id, 'p', 'By accident.');
  const sending = sendReports();
  await respondTo(calls, 0, FAILED(503));
  expect(await respondTo(calls, 1)).toMatchObject({ path: '/mapi/v1/safe', body: { client_id: 'p' } });
  expect(await sending).toEqual({ waits: true });
});
