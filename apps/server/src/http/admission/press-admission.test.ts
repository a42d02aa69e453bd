import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { gate } from '../../testing/outbox.ts';
import { BEHIND_PROXY, from, testServer, type TestServer } from '../../testing/server.ts';
import { buildTenant } from '../../testing/tenant.ts';
import type { FinishedCall } from '../logging/report-calls.ts';
import { PhoneSubscribers } from './phone-subscribers.ts';
import { admitPresses } from './press-admission.ts';

/** Six presses of all, three of one subscriber or network, twice that for emergencies, and always one. */
const LIMITS = { wait: 250, atLeast: 6, all: 6, perKey: 3, always: 1, total: 20 };
const ORDINARY = 2;
/** As many connections as a server has. */
const CONNECTIONS = 10;

const TOO_MANY = {
  status: 503,
  retryAfter: '2',
  body: {
    ok: false,
    msg: 'Too many submissions at the same time. Nothing was stored. Send it again.',
    errors: [],
  },
};

async function ground(options: Pick<NonNullable<Parameters<typeof testServer>[0]>, 'onCall'> = {}) {
  const server = await testServer({ pressLimits: LIMITS, variables: BEHIND_PROXY, ...options });
  const press = async (token: string, button_id = ORDINARY, address = '192.0.2.1') => {
    const response = await server.post('/mapi/v1/button_click', {
      token,
      body: { client_id: randomUUID(), button_id },
      ...from(address),
    });
    return { ...response, retryAfter: response.headers.get('retry-after') };
  };
  /** A phone of a new subscriber; `known`: this process has accepted a press of it. */
  const phone = async (known = true) => {
    const { user } = await buildTenant(server.db);
    const token = await server.tokenOf('app_user', user.id);
    if (known) expect((await press(token)).status).toBe(200);
    return token;
  };
  return { server, press, phone };
}

/** Until the returned function is called, no query of the server gets a connection. */
function blockDatabase({ db }: TestServer): () => Promise<void> {
  const { opened, open } = gate();
  onTestFinished(open);
  const block = () => db.connection().execute(() => opened);
  // Only presses may use all connections.
  const blockers = Array.from({ length: CONNECTIONS }, () => withQueryLimit('press', block));
  return async () => {
    open();
    await Promise.all(blockers);
  };
}

type Response = Awaited<ReturnType<Awaited<ReturnType<typeof ground>>['press']>>;

/**
 * Sends presses while the database is blocked, and resolves when all but `accepted` of them have been rejected. Returns the
 * statuses of the others, which have a response after that.
 */
async function sendMany(
  count: number,
  accepted: number,
  press: () => Promise<Response>,
): Promise<{ statuses: () => Promise<number[]> }> {
  const rejected: Response[] = [];
  const calls = Array.from({ length: count }, async () => {
    const response = await press();
    if (response.status === 503) rejected.push(response);
    return response.status;
  });
  await expect.poll(() => rejected.length).toBe(count - accepted);
  for (const response of rejected) expect(response).toMatchObject(TOO_MANY);
  return { statuses: async () => (await Promise.all(calls)).filter((status) => status !== 503) };
}

test('a press beyond the limits is rejected without the database; an emergency and a press of others are accepted', async () => {
  const { server, press, phone } = await ground();
  const [busy, other] = [await phone(), await phone()];
  const unblock = blockDatabase(server);
  const ordinary = await sendMany(5, 3, () => press(busy));
  const urgent = await sendMany(7, 3, () => press(busy, EMERGENCY_BUTTON_ID));
  // All places for ordinary presses are in use now.
  const ofOther = await sendMany(4, 1, () => press(other));
  await unblock();
  expect(await ordinary.statuses()).toEqual([200, 200, 200]);
  expect(await urgent.statuses()).toEqual([200, 200, 200]);
  expect(await ofOther.statuses()).toEqual([200]);
  const stored = await server.db
    .selectFrom('button_click')
    .select('button_id')
    .orderBy('button_id')
    .execute();
  expect(stored.map(({ button_id }) => button_id)).toEqual([2, 2, 2, 2, 2, 2, 5, 5, 5]);
  expect(await Promise.all([press(busy), press(busy), press(busy)])).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 200 })),
  );
});

test('a press whose response is not read yet keeps no place', async () => {
  const { opened, open } = gate();
  onTestFinished(open);
  const app = Fastify();
  admitPresses(app, {
    headers: {},
    queriesWait: false,
    limits: { ...LIMITS, atLeast: 2, all: 2, perKey: 1 },
  });
  let responses = 0;
  app.addHook('onSend', async () => {
    responses += 1;
    if (responses === 1) await opened;
  });
  app.post('/press', { config: { hasPressPriority: true } }, async () => ({ ok: true }));
  const press = () =>
    app.inject({ method: 'POST', url: '/press', headers: { authorization: 'Bearer 1' }, body: {} });
  const unread = press();
  await expect.poll(() => responses).toBe(1);
  expect((await press()).statusCode).toBe(200);
  open();
  expect((await unread).statusCode).toBe(200);
});

test('each press is reported to the metrics once, also if it was rejected', async () => {
  const calls: FinishedCall[] = [];
  const { server, press, phone } = await ground({ onCall: (call) => void calls.push(call) });
  const token = await phone();
  calls.length = 0;
  const unblock = blockDatabase(server);
  const ordinary = await sendMany(5, 3, () => press(token));
  const rejected = {
    method: 'POST',
    route: '/mapi/v1/button_click',
    status: 503,
    isDatabaseUnavailable: false,
    seconds: expect.any(Number),
  };
  expect(calls).toEqual([rejected, rejected]);
  await unblock();
  await ordinary.statuses();
  await expect.poll(() => calls.length).toBe(5);
  expect(calls.map(({ status }) => status)).toEqual([503, 503, 200, 200, 200]);
});

test('calls with tokens that do not exist take no places of phones that are known, nor of other networks', async () => {
  const { server, press, phone } = await ground();
  const [known, unknown] = [await phone(), await phone(false)];
  const unblock = blockDatabase(server);
  const attacks = [
    await sendMany(5, 3, () => press(randomUUID(), ORDINARY, '192.0.2.66')),
    await sendMany(5, 3, () => press(randomUUID(), ORDINARY, '2001:db8:66::1')),
    // Another address of the same site.
    await sendMany(3, 0, () => press(randomUUID(), ORDINARY, '2001:db8:66:5::1')),
  ];
  const ofKnown = await sendMany(5, 3, () => press(known, ORDINARY, '192.0.2.66'));
  const ofUnknown = await sendMany(4, 1, () => press(unknown, ORDINARY, '192.0.2.2'));
  await unblock();
  for (const attack of attacks)
    expect(new Set(await attack.statuses()).difference(new Set([401])).size).toBe(0);
  expect(await ofKnown.statuses()).toEqual([200, 200, 200]);
  expect(await ofUnknown.statuses()).toEqual([200]);
});

test('a phone that is known still needs a valid session, and a press that waited for its body a valid one too', async () => {
  const { server, press, phone } = await ground();
  const token = await phone();
  await server.db.deleteFrom('session').execute();
  expect((await press(token)).status).toBe(401);
  const unblock = blockDatabase(server);
  const ordinary = await sendMany(5, 3, () => press(token));
  const urgent = await sendMany(7, 3, () => press(token, EMERGENCY_BUTTON_ID));
  await unblock();
  expect([...(await ordinary.statuses()), ...(await urgent.statuses())]).toEqual([
    401, 401, 401, 401, 401, 401,
  ]);
  expect(await server.db.selectFrom('button_click').selectAll().execute()).toHaveLength(1);
});

/** Sends all of a press but its last byte; resolves when the server has received it. */
async function stall({ url }: TestServer, token: string, button_id: number) {
  const body = JSON.stringify({ client_id: randomUUID(), button_id });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    [
      'POST /mapi/v1/button_click HTTP/1.1',
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Authorization: Bearer ${token}`,
      // The server reports that it has the headers.
      'Expect: 100-continue',
      `\r\n${body.slice(0, -1)}`,
    ].join('\r\n'),
  );
  await once(socket, 'readable');
  return {
    /** Sends the last byte, and returns the status. */
    finish: async () => {
      socket.write('}');
      return /^HTTP\/1.1 100 Continue\s+HTTP\/1.1 (\d+)/.exec(await text(socket))?.[1];
    },
  };
}

test('presses whose bodies do not arrive keep no places, and when they arrive together the limits apply', async () => {
  const { server, press, phone } = await ground();
  const token = await phone();
  const late: Awaited<ReturnType<typeof stall>>[] = [];
  for (const button of [ORDINARY, ORDINARY, ORDINARY, ORDINARY, EMERGENCY_BUTTON_ID]) {
    late.push(await stall(server, token, button));
    const three = async () =>
      (await Promise.all([press(token), press(token), press(token)])).map(({ status }) => status);
    await expect.poll(three).toEqual([200, 200, 200]);
  }
  const unblock = blockDatabase(server);
  const statuses: (string | undefined)[] = [];
  const finish = async (one?: (typeof late)[number]) => void statuses.push(await one?.finish());
  const finished = late.slice(0, 4).map(finish);
  await expect.poll(() => statuses).toEqual(['503']);
  finished.push(finish(late[4]));
  await unblock();
  await Promise.all(finished);
  expect(statuses).toEqual(['503', '200', '200', '200', '200']);
});

test('the phones that were used longest ago are forgotten first, and those whose token is no longer valid', () => {
  const phones = new PhoneSubscribers(2);
  phones.set('a', 1);
  phones.set('b', 2);
  expect(phones.get('a')).toBe(1);
  phones.set('c', 3);
  expect(['a', 'b', 'c'].map((hash) => phones.get(hash))).toEqual([1, undefined, 3]);
  phones.set('a', undefined);
  expect(phones.get('a')).toBeUndefined();
});
