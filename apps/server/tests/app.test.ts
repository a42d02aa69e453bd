import { expect, test } from 'vitest';
import { BASES } from '@callpoint/contract/bases';
import { defineCall } from '@callpoint/contract/call';
import { CALLS } from '@callpoint/contract/calls';
import { doneResponse } from '@callpoint/contract/errors';
import type { Role } from '@callpoint/contract/permissions';
import { planCalls } from '@callpoint/contract/plans';
import Fastify from 'fastify';
import { z } from 'zod';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { guardRoutes } from '../src/http/auth/guard.ts';
import { withSchemas } from '../src/http/api/schemas.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { testServer } from '../src/testing/server.ts';

/** The routes that the server has mounted, as `METHOD /path`. */
function mounted(routes: readonly { method: string; url: string }[]): string[] {
  const ours = Object.keys(BASES);
  return routes
    .filter(({ method, url }) => method !== 'HEAD' && ours.some((base) => url.startsWith(base)))
    .map(({ method, url }) => `${method} ${url}`)
    .toSorted();
}

/** `METHOD /path` of every declared call, on each of its bases. */
const DECLARED = CALLS.flatMap(({ method, path, bases }) => bases.map((base) => `${method} ${base}${path}`));

/** The names that only the first list has, each with what is missing. */
function missingIn(other: readonly string[], names: readonly string[], message: string): string[] {
  return names.filter((name) => !other.includes(name)).map((name) => `${name} ${message}`);
}

test('every declared call has an entry in the table of routes, with the roles that should be accepted', () => {
  const examples = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([
    ...missingIn(
      examples,
      DECLARED,
      'has no entry in apps/server/src/testing/resources.ts (RESOURCE_CASES) or testing/routes/',
    ),
    ...missingIn(DECLARED, examples, 'of testing/routes/ is not declared in packages/contract/src/calls.ts'),
  ]).toEqual([]);
});

test('every declared call is mounted on each of its bases', async () => {
  const server = await testServer();
  expect([
    ...missingIn(mounted(server.routes), DECLARED, 'is not mounted in apps/server/src/app/'),
    ...missingIn(DECLARED, mounted(server.routes), 'is not declared in packages/contract/src/calls.ts'),
  ]).toEqual([]);
});

test('every route accepts its declared roles, and rejects all other callers with 401 or 403', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const ids: Record<Role, number> = {
    admin: (await buildAdmin(server.db)).id,
    team: team.id,
    app_user: (await buildAppUser(server.db, team.id)).id,
  };
  const wrong: string[] = [];
  const call = ({ method, path }: (typeof ROUTES)[number], token?: string) => {
    const options = { ...(token === undefined ? {} : { token }), ...(method === 'POST' ? { body: {} } : {}) };
    return method === 'GET' ? server.get(path, options) : server.post(path, options);
  };
  for (const route of ROUTES) {
    const name = `${route.method} ${route.path}`;
    for (const [who, token] of [
      ['nobody', undefined],
      ['an invented token', 'x'.repeat(43)],
    ] as const) {
      const { status } = await call(route, token);
      const expected = route.allowed === 'public' ? status !== 401 && status !== 403 : status === 401;
      if (!expected) wrong.push(`${name} returns ${status} to ${who}`);
    }
    for (const role of ['admin', 'team', 'app_user'] as const) {
      const { status, body } = await call(route, await server.tokenOf(role, ids[role]));
      const allowed = route.allowed === 'public' || route.allowed.includes(role);
      if ((status === 403 || status === 401) === allowed) wrong.push(`${name} returns ${status} to ${role}`);
      if (status >= 500 && status !== 503) wrong.push(`${name} fails for ${role}: ${JSON.stringify(body)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every route rejects an expired session', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  await server.db.updateTable('session').set({ expires_at: new Date().toISOString() }).execute();
  for (const { method, path, allowed } of ROUTES) {
    if (allowed === 'public') continue;
    const response =
      method === 'GET' ? await server.get(path, { token }) : await server.post(path, { token, body: {} });
    expect([path, response.status, response.body]).toEqual([
      path,
      401,
      {
        ok: false,
        msg: 'Your session has expired. Please log in again.',
        errors: [],
        code: 'session_expired',
      },
    ]);
  }
});

/** A guarded server without routes, and a way to mount one on it. */
async function emptyServer() {
  const { db } = await testDatabase();
  const fastify = Fastify();
  guardRoutes(fastify, db, (_request, read) => read());
  return withSchemas(fastify);
}

test('a call that the contract does not declare stops the start', async () => {
  const app = await emptyServer();
  const handler = async () => ({ ok: true as const, msg: 'Done.' });
  const schema = { body: z.object({}), response: { 200: doneResponse } };
  const config = { access: 'team.list' } as const;
  expect(() => app.route({ method: 'POST', url: '/api/v1/x', config, schema, handler })).toThrow(
    'POST /api/v1/x is not declared in the contract',
  );
  const undeclared = defineCall({
    ...planCalls.delete,
    path: '/archive/plan',
  });
  const plans = app.register(
    async (base) => base.handle(undeclared, async () => ({ ok: true as const, msg: 'Archived.' })),
    { prefix: '/api/v1' },
  );
  await expect(plans).rejects.toThrow('POST /api/v1/archive/plan is not declared in the contract');
});

test('a declared call that is mounted in another way, or on another base, stops the start', async () => {
  const app = await emptyServer();
  const config = { access: 'public' } as const;
  const schema = { body: z.object({}), response: { 200: doneResponse } };
  const handler = async () => ({ ok: true as const, msg: 'Deleted.' });
  expect(() => app.route({ method: 'POST', url: '/api/v1/delete/plan', config, schema, handler })).toThrow(
    'POST /api/v1/delete/plan is not mounted from its declaration',
  );
  const phone = app.register(async (base) => base.handle(planCalls.delete, handler), { prefix: '/mapi/v1' });
  await expect(phone).rejects.toThrow('POST /mapi/v1/delete/plan is not declared in the contract');
});

test('a route outside the service bases that does not declare its access, response or input stops the start', async () => {
  const app = await emptyServer();
  const config = { access: 'public' } as const;
  const response = { 200: z.object({}) };
  const body = z.object({});
  const mount = (options: object) =>
    app.route({ method: 'POST', url: '/hooks/x', handler: async () => ({}), ...options });
  expect(() => mount({ schema: { body, response } })).toThrow(
    'POST /hooks/x does not declare who may call it',
  );
  expect(() => mount({ config, schema: { body } })).toThrow('does not declare its response');
  expect(() => mount({ config, schema: { response } })).toThrow('does not declare its body');
  expect(() => mount({ method: 'GET', config, schema: { response } })).toThrow('does not declare its query');
  expect(() => mount({ config, schema: { body, response } })).not.toThrow();
});

test('rejects invalid JSON, oversized bodies and other content types with a specific message', async () => {
  const server = await testServer();
  const rejected = async (raw: { body: string; type: string }) => {
    const { status, body } = await server.post('/mapi/v1/login', { raw });
    return [status, body.ok, body.msg];
  };
  const type = 'application/json';
  expect(await rejected({ body: '{"email": ', type })).toEqual([400, false, 'The body is not valid JSON.']);
  expect(await rejected({ body: '{"__proto__": {"admin": true}}', type })).toEqual([
    400,
    false,
    'The body is not valid JSON.',
  ]);
  expect(await rejected({ body: 'email=a', type: 'application/x-www-form-urlencoded' })).toEqual([
    415,
    false,
    'The body must be JSON, sent as application/json.',
  ]);
  expect(await rejected({ body: `{"email": "${'a'.repeat(300_000)}"}`, type })).toEqual([
    413,
    false,
    'The request is too large.',
  ]);
  expect(await rejected({ body: '[]', type })).toEqual([400, false, 'The body must be an object.']);
  expect(await rejected({ body: '"text"', type })).toEqual([400, false, 'The body must be an object.']);
});

test('an unknown call is rejected in the format of a call', async () => {
  const server = await testServer();
  const response = await server.get('/api/v1/listPaged/nothing');
  expect([response.status, response.body]).toEqual([
    404,
    { ok: false, msg: 'This call does not exist.', errors: [] },
  ]);
});

test('health and readiness respond without details', async () => {
  const server = await testServer();
  expect((await server.get('/healthz')).body).toEqual({ ok: true });
  expect((await server.get('/readyz')).body).toEqual({ ok: true });
});

test('a process whose delivery cannot claim messages is alive, but not ready', async () => {
  const server = await testServer({ canClaim: false });
  expect((await server.get('/healthz')).status).toBe(200);
  const { status, body } = await server.get('/readyz');
  expect([status, body]).toEqual([503, { ok: false }]);
});

test('rejects a malformed URL in the format of a call, without repeating the URL', async () => {
  const server = await testServer();
  const response = await fetch(`${server.url}/tapi/v1/%zz?token=secret`);
  expect([response.status, await response.text()]).toEqual([
    400,
    '{"ok":false,"msg":"The address of this call is not valid.","errors":[]}',
  ]);
});

test('HEAD has the same access check as GET', async () => {
  const server = await testServer();
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const head = async (query: string) =>
    (await fetch(`${server.url}/tapi/v1/listPaged/app_user${query}`, { method: 'HEAD' })).status;
  expect([await head(`?token=${token}`), await head('')]).toEqual([200, 401]);
});
