import { randomUUID } from 'node:crypto';
import type { Role } from '@callpoint/contract/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { TEST_DATABASE } from '../src/testing/databases/database.ts';
import { isOwned, resourceCases } from '../src/testing/resources.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus } from '../src/testing/routes/route-example.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { UNKNOWN_IDS, type ExampleRows } from '../src/testing/calls/example-rows.ts';
import { buildTenant, findMarks, type Tenant } from '../src/testing/tenant.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/**
 * Two subscribers, their app users and an administrator make random calls in random order, with their own ids, ids of
 * others and unknown ids. No response to one subscriber contains data of the other, and no call of one changes a row of
 * the other.
 */

/** `npm run nightly` runs many more. */
const USUAL = TEST_DATABASE === 'sqlite' ? 250 : 100;
const SEQUENCES = Number(process.env['NIGHTLY_SEQUENCES'] ?? (TEST_LENGTH === 'short' ? 50 : USUAL));

// Calls of the sign-in base are limited to a few a second and have no ids.
const CALLS = ROUTES.filter(({ path }) => !path.startsWith('/sapi/'));

const ACTORS = ['team A', 'user of A', 'team B', 'user of B', 'administrator'] as const;
type Actor = (typeof ACTORS)[number];

const ROLE: Record<Actor, Role> = {
  'team A': 'team',
  'user of A': 'app_user',
  'team B': 'team',
  'user of B': 'app_user',
  administrator: 'admin',
};

/** The owner of the rows whose ids a call contains, from the caller's view. An administrator owns the rows of A. */
const whose = fc.constantFrom('own', 'own', 'other', 'other', 'unknown');
const ID_NAMES = Object.keys(UNKNOWN_IDS) as (keyof ExampleRows['ids'])[];
const HOSTILE_QUERY = ['my', 'myId', 'filter_team_id', 'filter_id', 'team_id', 'id', 'related'] as const;

const anyCall = fc.constantFrom(...ACTORS).chain((actor) => {
  const role = ROLE[actor];
  const open = CALLS.filter(({ allowed }) => allowed === 'public' || allowed.includes(role));
  const quick = open.filter(({ slow }) => !slow);
  return fc.record({
    actor: fc.constant(actor),
    route: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...quick) },
      { weight: 1, arbitrary: fc.constantFrom(...open) },
      { weight: 2, arbitrary: fc.constantFrom(...CALLS) },
    ),
    ids: fc.record(
      Object.fromEntries(ID_NAMES.map((name) => [name, whose])) as Record<
        keyof ExampleRows['ids'],
        typeof whose
      >,
    ),
    hostileQuery: fc.subarray([...HOSTILE_QUERY], { maxLength: 3 }),
    hostileBody: fc.constantFrom('none', 'none', 'none', 'none', 'top', 'data'),
    status: fc.option(fc.constantFrom(0, 1), { freq: 2, nil: undefined }),
    repeats: fc.boolean(),
    // A call like those of the console, which succeeds.
    plain: fc.constantFrom(true, false, false),
  });
});
type Call = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never;

function plainCall({ actor, route }: Pick<Call, 'actor' | 'route'>): Call {
  const ids = Object.fromEntries(ID_NAMES.map((name) => [name, 'own'])) as Call['ids'];
  return {
    actor,
    route,
    ids,
    hostileQuery: [],
    hostileBody: 'none',
    status: undefined,
    repeats: false,
    plain: true,
  };
}

const anySequence = fc.array(
  anyCall.map((call) => (call.plain ? plainCall(call) : call)),
  { minLength: 1, maxLength: 12 },
);

/** The description of a call for a failure message. */
function describe({ actor, route, ids, hostileQuery, hostileBody, status }: Call): string {
  const named = route.names ? `${route.names}: ${ids[route.names]}` : '';
  return `${actor}: ${route.method} ${route.path} (${named}; team: ${ids.team}; ${hostileQuery.join()}; ${hostileBody}; ${status})`;
}

type World = {
  server: TestServer;
  adminId: number;
  a: Tenant;
  b: Tenant;
  rowsOfA: ExampleRows;
  rowsOfB: ExampleRows;
};

const sideOf = (actor: Actor) => (actor === 'administrator' ? 'admin' : actor.endsWith('A') ? 'A' : 'B');

/** Groups consecutive calls of the same side, in order. */
function groupBySide(calls: readonly Call[]): Call[][] {
  const groups: Call[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last?.[0] && sideOf(last[0].actor) === sideOf(call.actor)) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

/** The calls that can block and unblock an account. */
const SETS_STATUS = /\/update\/(team|app_user)$/;

let unique = 0;

function inputOf(call: Call, own: ExampleRows, other: ExampleRows) {
  unique += 1;
  const idOf = (name: keyof ExampleRows['ids']) =>
    ({ own: own.ids, other: other.ids, unknown: UNKNOWN_IDS })[call.ids[name]][name];
  const ids = Object.fromEntries(ID_NAMES.map((name) => [name, idOf(name)])) as ExampleRows['ids'];
  // A caller can know another's `client_id`; the response must not contain another's text.
  const clientId = call.repeats ? other.clientId : randomUUID();
  const { query, body } = call.route.example({ ...own, ids, clientId, unique: `${own.unique}-${unique}` });
  const hostile: Record<string, string | number> = {
    my: 'no',
    myId: other.ids.team,
    filter_team_id: ids.team,
    filter_id: call.route.names ? other.ids[call.route.names] : other.ids.team,
    team_id: ids.team,
    id: other.ids.team,
    related: 'app_user',
  };
  const added = Object.fromEntries(call.hostileQuery.map((name) => [name, hostile[name] ?? '']));
  const data = {
    ...(body?.['data'] as object | undefined),
    ...(call.hostileBody === 'data' ? { team_id: other.ids.team } : {}),
    ...(call.status !== undefined && SETS_STATUS.test(call.route.path) ? { status: call.status } : {}),
  };
  return {
    query: { ...query, ...added },
    body: {
      ...body,
      ...(body?.['data'] ? { data } : {}),
      ...(call.hostileBody === 'top' ? { team_id: other.ids.team, user_id: other.ids.app_user } : {}),
    },
  };
}

async function makeCall(world: World, call: Call, own: ExampleRows, other: ExampleRows): Promise<string> {
  const { server, a, b, adminId } = world;
  const { team, user } = sideOf(call.actor) === 'B' ? b : a;
  const role = ROLE[call.actor];
  const token = await server.tokenOf(role, { admin: adminId, team: team.id, app_user: user.id }[role]);
  const { query, body } = inputOf(call, own, other);
  const response =
    call.route.method === 'GET'
      ? await server.get(call.route.path, { token, query })
      : await server.post(call.route.path, { token, query, body });
  expect(
    response.status === 503 || response.status < 500,
    `${describe(call)} returned ${response.status}`,
  ).toBe(true);
  if (response.status === 200) succeeded.add(call.route.path);
  return JSON.stringify([response.body, [...response.headers]]);
}

/** The calls that succeeded: a run with rejections only proves nothing. */
const succeeded = new Set<string>();

async function run(world: World, calls: readonly Call[]): Promise<void> {
  const { server, a, b, rowsOfA, rowsOfB } = world;
  for (const group of groupBySide(calls)) {
    const side = sideOf(group[0]?.actor ?? 'administrator');
    const [mine, theirs] = side === 'B' ? [b, a] : [a, b];
    const [own, other] = side === 'B' ? [rowsOfB, rowsOfA] : [rowsOfA, rowsOfB];
    const before = side === 'admin' ? null : await databaseContent(server.db, [theirs.team.id]);
    for (const call of group) {
      const response = await makeCall(world, call, own, other);
      if (side !== 'admin') {
        const foreign = [...findMarks(response)].filter((mark) => mark !== mine.mark);
        expect({ call: describe(call), foreign }).toEqual({ call: describe(call), foreign: [] });
      }
    }
    if (before) {
      const after = await databaseContent(server.db, [theirs.team.id]);
      expect({ calls: group.map(describe), rows: after }).toEqual({
        calls: group.map(describe),
        rows: before,
      });
    }
  }
}

test(
  'no response to a subscriber contains data of another, and no call of it changes another’s rows',
  async () => {
    const server = await testServer({ quotas: NO_QUOTAS });
    const adminId = (await buildAdmin(server.db)).id;
    const runInNewWorld = async (calls: readonly Call[]) => {
      const [a, b] = [await buildTenant(server.db), await buildTenant(server.db)];
      const [rowsOfA, rowsOfB] = [
        await prepareExampleRows(server.db, a),
        await prepareExampleRows(server.db, b),
      ];
      await run({ server, adminId, a, b, rowsOfA, rowsOfB }, calls);
    };
    await fc.assert(fc.asyncProperty(anySequence, runInNewWorld), { numRuns: SEQUENCES });
    const missing = () =>
      CALLS.filter(
        (route) =>
          !route.slow &&
          route.allowed.length > 0 &&
          exampleStatus(route) === 200 &&
          !succeeded.has(route.path),
      );
    // By chance, some calls never occurred with input that is accepted.
    for (const route of missing()) {
      const actor = ACTORS.find((one) => route.allowed === 'public' || route.allowed.includes(ROLE[one]));
      if (actor) await runInNewWorld([plainCall({ actor, route })]);
    }
    expect(missing().map(({ path }) => path)).toEqual([]);
  },
  120_000 + SEQUENCES * 1_000,
);

test('an administrator’s lists contain the marks of both subscribers, so the marks can be found', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const [a, b] = [await buildTenant(server.db), await buildTenant(server.db)];
  for (const tenant of [a, b]) await prepareExampleRows(server.db, tenant);
  for (const name of [
    'team',
    'app_user',
    'settings',
    'subscription_history',
    'invoice',
    'button_click',
    'form_submission',
    ...resourceCases.map(([resource]) => resource).filter(isOwned),
  ]) {
    const { body } = await server.get(`/api/v1/listPaged/${name}`, {
      token,
      query: { per_page: 500, related: 'app_user' },
    });
    expect([name, ...findMarks(JSON.stringify(body))].toSorted()).toEqual([name, a.mark, b.mark].toSorted());
  }
});
