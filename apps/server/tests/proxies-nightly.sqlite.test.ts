import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeRecordKey, recordUrl } from '@callpoint/contract/record-link';
import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { freePort, PROXIES, startProxy } from '../src/testing/processes/reverse-proxies.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

/** The example configurations of reverse proxies, with the real programs. */

const TIMEOUT = 60_000;
const nowhere = async () => `127.0.0.1:${await freePort()}`;

/** Headers that no process must get from a client. */
const CLIENT_HEADERS = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=1',
  baggage: 'a=1',
  'x-request-id': 'chosen-by-the-client',
};

/** The paths of files whose names contain a hash. */
const RELEASE_FILE = /^\/(app|phone)\/assets\//;

type Upstream = {
  isBroken?: boolean;
  /** The paths of files that it has of the release. */
  files?: readonly string[];
};

/**
 * An upstream that records each call except those of health, and responds with 200, or 404 to that of a file that it does not
 * have, or ends the connection.
 */
async function startUpstream({ isBroken = false, files = [] }: Upstream = {}) {
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.end();
    calls.push(request);
    const [path = ''] = (request.url ?? '').split('?');
    if (RELEASE_FILE.test(path) && !files.includes(path)) response.statusCode = 404;
    request.resume().once('end', () => (isBroken ? request.socket.destroy() : response.end('received')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, calls, stop };
}

test.each(PROXIES)(
  '$name serves presses and live events, and logs no token, also while the server does not respond',
  async (proxy) => {
    const { db, location } = await testDatabase();
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    const [phone, console_] = [
      await buildSession(db, 'app_user', user.id),
      await buildSession(db, 'team', team.id),
    ];
    const server = await startServerProcess(location, {
      variables: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    onTestFinished(async () => void (await server.end('SIGTERM')));
    const { start, send, sendPlain, logged } = await startProxy(proxy, [new URL(server.url).host]);
    await expect.poll(async () => (await send({ path: '/readyz' })).status).toBe(200);

    const pressCall = {
      method: 'POST',
      path: `/mapi/v1/button_click?token=${phone}`,
      body: JSON.stringify({
        client_id: crypto.randomUUID(),
        button_id: 1,
        location: { lat: 47.25, lng: 8.75 },
      }),
    };
    const press = await send(pressCall);
    expect(press.status).toBe(200);
    expect(press.headers['x-request-id']).toBeTruthy();

    // The first event arrives while the stream stays open.
    const stream = await start({ path: `/tapi/v1/events?token=${console_}` });
    expect(stream.statusCode).toBe(200);
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(String(first)).toContain('data:');
    stream.destroy();

    // By the proxy or by the server.
    const large = Buffer.alloc(2 * 1024 * 1024);
    const tooLarge = await send({ method: 'POST', path: '/sapi/v1/login', body: large }).catch(() => ({
      status: 413,
    }));
    expect(tooLarge.status).toBe(413);
    const images = `/mapi/v1/images?token=${phone}`;
    const image = await send({ method: 'POST', path: images, body: large, type: 'image/png' });
    // The server itself answers: it is not multipart.
    expect(image.body).toContain('"ok":false');

    const { client_id } = JSON.parse(pressCall.body) as { client_id: string };
    const key = encodeRecordKey({ appUserId: user.id, clientId: client_id });
    const map = await send({ path: `/where/${key}` });
    expect(map.headers.location).toContain('47.25');

    const links = [
      '/respond/a-personal-token',
      '/where/a-location-token?x=another-token',
      '/%72espond/an-encoded-token',
      '/respond%2Fan-encoded-token',
      '/%2577here/a-doubly-encoded-token',
      '/WHERE/a-token-in-capitals',
      '/app/reset?token=a-reset-token',
      '/app/confirm?token=a-confirmation-token',
      '/app/unlock?token=an-unlock-token',
      '/api/v1/images?key=an-image-key',
      '/hooks/twilio/status?key=a-message-key',
    ];
    const secrets = [phone, console_, key, '47.25', 'a-personal-token', 'a-location-token', 'another-token'];
    secrets.push('a-reset-token', 'a-confirmation-token', 'an-unlock-token', 'an-image-key', 'a-message-key');
    secrets.push('an-encoded-token', 'a-doubly-encoded-token', 'a-token-in-capitals');
    for (const path of links) await send({ path });
    for (const path of links) await sendPlain(path);
    await sendPlain(`/mapi/v1/dashboard?token=${phone}`);

    await server.end('SIGTERM');
    for (const path of [...links, `/mapi/v1/dashboard?token=${phone}`]) {
      const { status } = await send({ path, headers: { cookie: `t=${phone}`, referer: `https://x/${key}` } });
      expect(status).toBe(502);
    }
    expect((await send(pressCall)).status).toBe(502);
    await send({ method: 'POST', path: images, body: large, type: 'image/png' }).catch(() => null);

    // The last call is logged after all others.
    await send({ path: '/last' });
    await expect.poll(logged).toContain('/last');
    for (const path of ['/mapi/v1/button_click', '/respond/', '/where/', '/app/reset'])
      expect(logged()).toContain(path);
    for (const secret of secrets) expect(logged()).not.toContain(secret);
  },
  TIMEOUT,
);

test.each(PROXIES)(
  '$name redirects pages to HTTPS without their queries, and nothing else',
  async (proxy) => {
    const { sendPlain } = await startProxy(proxy, [await nowhere()]);
    const key = encodeRecordKey({ appUserId: 70_000, clientId: crypto.randomUUID() });
    const pages = [
      '/',
      '/app',
      '/app/',
      '/app/login',
      '/app/my-profile',
      '/app/incidents/12',
      '/app/subscriber/button_data/3/1/99',
      '/app/plan/edit/2',
      '/app/safetyPerson',
      '/app/assets/index-aB_3.js',
      new URL(recordUrl('http://safety.example', key)).pathname,
    ];
    for (const page of pages) {
      const { status, headers } = await sendPlain(`${page}?token=a-token`);
      expect({ page, status, to: headers.location }).toEqual({
        page,
        status: 301,
        to: `https://safety.example${page}`,
      });
    }
    const attacks = [
      '/app%0d%0aSet-Cookie:%20evil=1',
      '/app/%0d%0aSet-Cookie:%20evil=1',
      '/app/login%0aSet-Cookie:%20evil=1',
      '/app/login%0a',
      '/app/%3ftoken=1',
    ];
    for (const path of [...attacks, '/application', '/respond/a-token', '/mapi/v1/dashboard?token=a-token']) {
      const { status, headers } = await sendPlain(path);
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers.location).toBeUndefined();
    }
  },
  TIMEOUT,
);

test(
  'nginx serves the files with which an authority checks the name, without encryption, and no other file',
  async () => {
    const nginx = PROXIES.find(({ name }) => name === 'nginx') as (typeof PROXIES)[number];
    const { sendPlain, publish } = await startProxy(nginx, [await nowhere()]);
    publish('acme/.well-known/acme-challenge/a-token', 'a-token.a-thumbprint');
    publish('acme/secret', 'a-secret');
    const folder = '/.well-known/acme-challenge';
    const file = await sendPlain(`${folder}/a-token`);
    expect([file.status, file.body]).toEqual([200, 'a-token.a-thumbprint']);
    for (const path of [`${folder}/`, `${folder}/another`, `${folder}/../../secret`, '/secret'])
      expect({ path, isServed: (await sendPlain(path)).status === 200 }).toEqual({ path, isServed: false });
  },
  TIMEOUT,
);

test.each(PROXIES)(
  '$name removes the headers of traces, and replaces the address of the client',
  async (proxy) => {
    const upstream = await startUpstream();
    const { send } = await startProxy(proxy, [upstream.address]);
    const headers = CLIENT_HEADERS;
    await send({ path: '/mapi/v1/dashboard', headers });
    await send({ method: 'POST', path: '/mapi/v1/images', body: 'image', type: 'image/png', headers });
    expect(upstream.calls.length).toBe(2);
    expectOwnHeaders(upstream.calls);
  },
  TIMEOUT,
);

/** The headers that a process must get instead of those of `CLIENT_HEADERS`. */
function expectOwnHeaders(calls: readonly IncomingMessage[]) {
  for (const { headers } of calls) {
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(traceparent|tracestate|baggage)$/)]),
    );
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-request-id']).not.toBe(CLIENT_HEADERS['x-request-id']);
    expect(headers.host).toContain('safety.example');
  }
}

test.each(PROXIES)(
  '$name sends each press to the process that runs, if the other one has stopped',
  async (proxy) => {
    const upstream = await startUpstream();
    const { send } = await startProxy(proxy, [await nowhere(), upstream.address]);
    for (let press = 1; press <= 8; press += 1) {
      const { status } = await send({ method: 'POST', path: '/mapi/v1/button_click', body: `${press}` });
      expect({ press, status }).toEqual({ press, status: 200 });
    }
    expect(upstream.calls.length).toBe(8);
  },
  TIMEOUT,
);

test.each(PROXIES)(
  '$name sends only a press, which has an id, to a second process if the first one may have received it',
  async (proxy) => {
    const upstreams = [await startUpstream({ isBroken: true }), await startUpstream({ isBroken: true })];
    const { send } = await startProxy(
      proxy,
      upstreams.map(({ address }) => address),
    );
    const callsOf = async (path: string) => {
      const { status } = await send({ method: 'POST', path, body: 'a call' });
      expect(status).toBe(502);
      return upstreams.flatMap(({ calls }) => calls.splice(0)).length;
    };
    expect(await callsOf('/mapi/v1/form_submission')).toBe(1);
    // Caddy sends no call again.
    expect(await callsOf('/mapi/v1/button_click')).toBe(proxy.name === 'nginx' ? 2 : 1);
  },
  TIMEOUT,
);

test.each(PROXIES)(
  '$name gets each file of a release from the process that has it, also while the other release has stopped',
  async (proxy) => {
    const FIRST = ['/app/assets/main-1a2b3c4.js', '/phone/assets/start-1a2b3c4.js'];
    const SECOND = ['/app/assets/main-5d6e7f8.js', '/phone/assets/start-5d6e7f8.js'] as const;
    const NONE = ['/app/assets/main-0000000.js', '/phone/assets/start-0000000.js'];
    const first = await startUpstream({ files: FIRST });
    const second = await startUpstream({ files: SECOND });
    const { send, logged } = await startProxy(proxy, [first.address, second.address]);
    const statusesOf = async (files: readonly string[]) => {
      const statuses = new Set<number | undefined>();
      for (let load = 1; load <= 10; load += 1)
        for (const file of files) {
          const call = { path: `${file}?token=a-token`, headers: CLIENT_HEADERS };
          statuses.add((await send(call)).status);
          statuses.add((await send({ ...call, method: 'HEAD' })).status);
        }
      return [...statuses];
    };
    expect(await statusesOf([...FIRST, ...SECOND])).toEqual([200]);
    expect(await statusesOf(NONE)).toEqual([404]);
    for (const { calls } of [first, second]) {
      expect(calls.length).toBeGreaterThan(0);
      expectOwnHeaders(calls);
    }
    // Other paths are not sent to a second process.
    const before = first.calls.length + second.calls.length;
    await send({ path: '/mapi/v1/dashboard' });
    expect(first.calls.length + second.calls.length).toBe(before + 1);

    first.stop();
    // Caddy checks each second whether it is ready.
    await expect.poll(async () => (await send({ path: SECOND[0] })).status, { timeout: 10_000 }).toBe(200);
    expect(await statusesOf(SECOND)).toEqual([200]);
    await expect.poll(logged).toContain(SECOND[0]);
    expect(logged()).not.toContain('a-token');
  },
  TIMEOUT,
);
