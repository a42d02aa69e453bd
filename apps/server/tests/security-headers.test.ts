import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { buildTeam } from '../src/factories/accounts.ts';
import { rawExchange } from '../src/testing/input/raw-http.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { testServer } from '../src/testing/server.ts';
import { securityHeaders } from '../src/http/pages/security-headers.ts';
import { rejectUnparsed } from '../src/http/errors/unparsed-requests.ts';

const NO_FRAMES = "frame-ancestors 'none'";
const NO_BASE = "base-uri 'none'";
const NO_OBJECTS = "object-src 'none'";

/** The security headers that a response lacks, and those that it must not have. */
function missing(headers: Headers): string[] {
  const crossOrigin = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const policy = headers.get('content-security-policy') ?? '';
  return [
    ...crossOrigin.map((name) => `no ${name}`),
    ...['x-content-type-options', 'x-frame-options', 'referrer-policy', 'permissions-policy'].filter(
      (name) => !headers.has(name),
    ),
    ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'cache-control'].filter(
      (name) => !headers.has(name),
    ),
    ...[NO_FRAMES, NO_BASE, NO_OBJECTS, "default-src 'none'"].filter(
      (directive) => !policy.includes(directive),
    ),
    ...(/script-src[^;]*unsafe|style-src [^;]*unsafe|style-src-elem[^;]*unsafe/.test(policy)
      ? ['a policy without unsafe-inline']
      : []),
  ];
}

const failureOf = (msg: string) => JSON.stringify({ ok: false, msg, errors: [] });

test('every call sends the security headers and `no-store`, also when it rejects the caller', async () => {
  const server = await testServer();
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const wrong: string[] = [];
  for (const { method, path } of ROUTES) {
    for (const options of [{}, { token }]) {
      const { status, headers } =
        method === 'GET'
          ? await server.get(path, options)
          : await server.post(path, { ...options, body: {} });
      const lacks = [
        ...missing(headers),
        ...(headers.get('cache-control') === 'no-store' ? [] : ['no-store']),
      ];
      if (lacks.length > 0) wrong.push(`${method} ${path} (${status}): ${lacks.join(', ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('unknown paths, pages, health, redirects and the API page send the security headers', async () => {
  const server = await testServer();
  const paths = ['/', '/app', '/app/login', '/app/assets/none.js', '/api/docs', '/api/docs/static/index.css'];
  for (const path of [...paths, '/healthz', '/readyz', '/nothing', '/api/v1/nothing', '/tapi/v1/%zz', '/%']) {
    const response = await fetch(server.url + path, { redirect: 'manual' });
    await response.body?.cancel();
    expect([path, missing(response.headers)]).toEqual([path, []]);
  }
});

test('a page of another origin can neither send a preflighted call nor read a response', async () => {
  const server = await testServer();
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const origin = { origin: 'https://elsewhere.example' };
  const preflight = await fetch(`${server.url}/tapi/v1/reachability`, {
    method: 'OPTIONS',
    headers: {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect([preflight.status, missing(preflight.headers)]).toEqual([404, []]);
  await preflight.body?.cancel();
  const read = await server.get('/tapi/v1/reachability', { token, headers: origin });
  expect([read.status, missing(read.headers)]).toEqual([200, []]);
});

const OVERSIZED = `GET /app/ HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
test.for([
  ['a request line that is not HTTP', 'HELLO\r\n\r\n', 400, 'The request is not valid HTTP.'],
  [
    'a header with a control character',
    'GET / HTTP/1.1\r\nHost: x\r\nA: b\u0001\r\n\r\n',
    400,
    'The request is not valid HTTP.',
  ],
  [
    'a body with both a length and chunks',
    'POST /sapi/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'The request is not valid HTTP.',
  ],
  [
    'a TRACE request',
    'TRACE /api/v1/account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    404,
    'This call does not exist.',
  ],
  ['headers that are too large', OVERSIZED, 431, 'The headers of the request are too large.'],
  [
    'no Host header',
    'GET /api/v1/x HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    'The request has no Host header.',
  ],
  [
    'an expectation',
    'POST /mapi/v1/login HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n',
    417,
    'The server does not support this Expect header.',
  ],
  [
    'a malformed URL',
    'GET /tapi/v1/%zz?token=secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
    'The address of this call is not valid.',
  ],
] as const)(
  '%s is rejected in the format of a call, with the security headers',
  async ([, request, status, msg]) => {
    const server = await testServer();
    const response = await rawExchange(server.url, request);
    expect([response.status, response.body]).toEqual([status, failureOf(msg)]);
    expect(missing(response.headers)).toEqual([]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  },
);

test('a request that does not arrive in time is rejected with 408 in the format of a call, with the security headers', async () => {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 });
  server.on('clientError', rejectUnparsed(securityHeaders(true)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await rawExchange(`http://127.0.0.1:${port}`, 'POST /api/v1/x HTTP/1.1\r\nHost: x\r\n');
  expect([response.status, response.body]).toEqual([408, failureOf('The request took too long to arrive.')]);
  expect(missing(response.headers)).toEqual([]);
});

test('sends HSTS only if the public address is HTTPS', async () => {
  const hsts = async (PUBLIC_URL: string) => {
    const server = await testServer({ variables: { PUBLIC_URL } });
    const header = async (path: string) =>
      (await fetch(server.url + path)).headers.get('strict-transport-security');
    return [await header('/healthz'), await header('/%zz')];
  };
  const year = 'max-age=31536000; includeSubDomains';
  expect(await hsts('https://callpoint.example')).toEqual([year, year]);
  expect(await hsts('http://callpoint.example')).toEqual([null, null]);
});
