import type { Role } from '@callpoint/contract/permissions';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser } from '../src/factories/accounts.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus, type RouteExample } from '../src/testing/routes/route-example.ts';
import { NO_QUOTAS, testServer, type TestResponse, type TestServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import {
  UNKNOWN_IDS,
  type CallInput,
  type ExampleRows,
  exampleOwner,
} from '../src/testing/calls/example-rows.ts';
import { buildTenant, type Tenant } from '../src/testing/tenant.ts';

/**
 * Calls every route as every kind of caller: with the caller's own id, another tenant's id, an unknown id, and lists of
 * all rows. The expected responses follow from `testing/routes/` and from the owner of each table's rows.
 */

const SIGN_IN = { msg: 'Please log in.', code: 'sign_in_required' };
const EXPIRED = { msg: 'Your session has expired. Please log in again.', code: 'session_expired' };
const blockedWith = (msg: string) => ({ msg, code: 'account_blocked' });
const NO_ACCESS = { ok: false, msg: 'You do not have access to this.', errors: [], code: 'no_access' };

/** The timeout of a test, in milliseconds, on a busy machine. */
const TIMEOUT_MS = 180_000;

type World = { server: TestServer; a: Tenant; b: Tenant; adminId: number };
type Caller = { who: string; role: Role; id: number };

async function buildWorld(): Promise<World> {
  const server = await testServer({ quotas: NO_QUOTAS });
  const [a, b] = [await buildTenant(server.db), await buildTenant(server.db)];
  // Every table has rows of both.
  for (const tenant of [a, b]) await prepareExampleRows(server.db, tenant);
  return { server, a, b, adminId: (await buildAdmin(server.db)).id };
}

function call(
  { server }: World,
  { method, path }: RouteExample,
  input: CallInput,
  token?: string,
): Promise<TestResponse> {
  const options = {
    ...(input.query ? { query: input.query } : {}),
    ...(token === undefined ? {} : { token }),
  };
  return method === 'GET'
    ? server.get(path, options)
    : server.post(path, { ...options, body: input.body ?? {} });
}

/**
 * The rows, with one id replaced by that of `ids`. For an administrator all ids are replaced, so that they belong
 * together.
 */
function withNamed(
  rows: ExampleRows,
  ids: ExampleRows['ids'],
  names: keyof ExampleRows['ids'],
  role: Role,
): ExampleRows {
  if (role === 'admin') return { ...rows, ids };
  // A history and an invoice are identified by their team.
  const team = names === 'subscription_history' || names === 'payment_invoice' ? ids.team : rows.ids.team;
  return { ...rows, ids: { ...rows.ids, team, [names]: ids[names] } };
}

function isList({ path }: RouteExample): boolean {
  return path.includes('/listPaged/');
}

const nameOf = ({ method, path }: RouteExample) => `${method} ${path}`;

test(
  'rejects calls without a token, with an invalid or expired token, and of blocked accounts on every route, and changes nothing',
  async () => {
    const world = await buildWorld();
    const { server, a, adminId } = world;
    const blocked = await buildTenant(server.db);
    const blockedUser = await buildAppUser(server.db, a.team.id, { status: 0 });
    await server.db.updateTable('team').set({ status: 0 }).where('id', '=', blocked.team.id).execute();
    const expired = async (role: Role, id: number) => {
      const token = await server.tokenOf(role, id);
      await server.db
        .updateTable('session')
        .set({ expires_at: new Date().toISOString() })
        .where('role', '=', role)
        .where('account_id', '=', id)
        .execute();
      return token;
    };
    const callers: [who: string, token: string | undefined, why: { msg: string; code: string }][] = [
      ['nobody', undefined, SIGN_IN],
      ['an invented token', 'x'.repeat(43), SIGN_IN],
      ['an expired admin', await expired('admin', adminId), EXPIRED],
      ['an expired team', await expired('team', a.team.id), EXPIRED],
      ['an expired app user', await expired('app_user', a.user.id), EXPIRED],
      [
        'a blocked subscriber',
        await server.tokenOf('team', blocked.team.id),
        blockedWith('This account is blocked. Contact us to unblock it.'),
      ],
      [
        'a blocked app user',
        await server.tokenOf('app_user', blockedUser.id),
        blockedWith('Your account is blocked, so nothing can be sent. Call your safety team.'),
      ],
      [
        'a user of a blocked subscriber',
        await server.tokenOf('app_user', blocked.user.id),
        blockedWith('Your organization’s account is blocked, so nothing can be sent. Call your safety team.'),
      ],
    ];
    const rows = await prepareExampleRows(server.db, a);
    const before = await databaseContent(server.db);
    const wrong: unknown[] = [];
    for (const route of ROUTES) {
      if (route.allowed === 'public') continue;
      for (const [who, token, { msg, code }] of callers) {
        const { status, body } = await call(world, route, route.example(rows), token);
        const expected = JSON.stringify({ ok: false, msg, errors: [], code });
        if (status !== 401 || JSON.stringify(body) !== expected) {
          wrong.push([nameOf(route), who, status, body]);
        }
        if (server.routes.some(({ method, url }) => method === 'HEAD' && url === route.path)) {
          const { status: head } = await server.head(route.path, token === undefined ? {} : { token });
          if (head !== 401) wrong.push([`HEAD ${route.path}`, who, head]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await databaseContent(server.db)).toEqual(before);
  },
  TIMEOUT_MS,
);

test(
  'rejects a call of another role before its input is parsed, and changes nothing',
  async () => {
    const world = await buildWorld();
    const { server, a, adminId } = world;
    const ids = { admin: adminId, team: a.team.id, app_user: a.user.id };
    const rows = await prepareExampleRows(server.db, a);
    const before = await databaseContent(server.db);
    const wrong: unknown[] = [];
    for (const route of ROUTES) {
      for (const role of ['admin', 'team', 'app_user'] as const) {
        if (route.allowed === 'public' || route.allowed.includes(role)) continue;
        for (const input of [route.example(rows), { body: { id: 'no id' } }]) {
          const { status, body } = await call(world, route, input, await server.tokenOf(role, ids[role]));
          if (status !== 403 || JSON.stringify(body) !== JSON.stringify(NO_ACCESS)) {
            wrong.push([nameOf(route), role, status, body]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await databaseContent(server.db)).toEqual(before);
  },
  TIMEOUT_MS,
);

test(
  'each caller of a route reaches only its own rows; a row of another tenant gets the same response as an unknown id',
  async () => {
    const world = await buildWorld();
    const { server, a, b, adminId } = world;
    const callers: Caller[] = [
      { who: 'team A', role: 'team', id: a.team.id },
      { who: 'team B', role: 'team', id: b.team.id },
      { who: 'a user of A', role: 'app_user', id: a.user.id },
      { who: 'an administrator', role: 'admin', id: adminId },
    ];
    const wrong: unknown[] = [];
    let calls = 0;
    for (const route of ROUTES) {
      const isFor = ({ role }: Caller) => route.allowed === 'public' || route.allowed.includes(role);
      for (const caller of callers.filter(isFor)) {
        const [mine, theirs] = caller.who === 'team B' ? [b, a] : [a, b];
        const prepare = (tenant: Tenant) => prepareExampleRows(server.db, tenant, { route });
        const otherIds = route.names ? (await prepare(theirs)).ids : UNKNOWN_IDS;
        const guarded = [theirs.team.id];
        const before = caller.role === 'admin' ? null : await databaseContent(server.db, guarded);
        const callWith = async (whose: 'own' | 'other' | 'unknown') => {
          const own = await prepare(mine);
          const ids = whose === 'unknown' ? UNKNOWN_IDS : otherIds;
          // Rows of the platform are the same for all callers.
          const rows = whose === 'own' || !route.names ? own : withNamed(own, ids, route.names, caller.role);
          const token = await server.tokenOf(caller.role, caller.id);
          const { status, body } = await call(world, route, route.example(rows), token);
          calls += 1;
          return { status, body, named: route.names ? rows.ids[route.names] : null };
        };
        const expectGuarded = async () => {
          if (!before) return;
          const after = await databaseContent(server.db, guarded);
          expect([nameOf(route), caller.who, after]).toEqual([nameOf(route), caller.who, before]);
        };
        const own = await callWith('own');
        const report = (what: string, response: { status: number; body: unknown }) =>
          wrong.push([nameOf(route), caller.who, what, response.status, response.body]);
        const expected = exampleStatus(route);
        if (own.status !== expected || own.body.ok !== (expected === 200)) report('own', own);
        if (!route.names) {
          await expectGuarded();
          continue;
        }
        const [other, unknown] = [await callWith('other'), await callWith('unknown')];
        await expectGuarded();
        const owner = exampleOwner(route.names);
        const reaches = caller.role === 'admin' || owner === 'shared' || owner === 'platform';
        if (isList(route)) {
          const contains = ({ body, named }: typeof own) =>
            body.items?.some(({ id }: { id: unknown }) => id === named);
          if (!contains(own)) report('own', own);
          if (other.status !== 200 || Boolean(contains(other)) !== reaches) report('other', other);
          if (unknown.status !== 200 || unknown.body.items.length > 0) report('unknown', unknown);
        } else {
          if (unknown.status !== 404 || unknown.body.ok !== false) report('unknown', unknown);
          if (reaches && other.status !== expected) report('other', other);
        }
        const same = [other, unknown].map(({ status, body }) => JSON.stringify([status, body]));
        if (!reaches && same[0] !== same[1]) report('other than unknown', other);
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(ROUTES.length);
  },
  TIMEOUT_MS,
);

test(
  'a list contains only the caller’s own rows; an administrator’s list contains the rows of both teams',
  async () => {
    const world = await buildWorld();
    const { server, a, b, adminId } = world;
    const idsOf = {
      A: (await prepareExampleRows(server.db, a)).ids,
      B: (await prepareExampleRows(server.db, b)).ids,
    };
    for (const route of ROUTES.filter(isList)) {
      if (!route.names || exampleOwner(route.names) === 'shared' || exampleOwner(route.names) === 'platform')
        continue;
      const seen = async (role: Role, id: number, query: Record<string, string | number>) => {
        const token = await server.tokenOf(role, id);
        const { body } = await server.get(route.path, { token, query: { per_page: 500, ...query } });
        const items: { id: unknown; team_id?: unknown }[] = body.items;
        const contains = (ids: ExampleRows['ids']) =>
          items.some((item) => item.id === ids[route.names ?? 'team']);
        return [contains(idsOf.A), contains(idsOf.B)];
      };
      for (const query of [{}, { my: 'no' }, { my: 'yes', myId: b.team.id }]) {
        expect([route.path, await seen('team', a.team.id, query)]).toEqual([route.path, [true, false]]);
      }
      expect([route.path, await seen('team', b.team.id, {})]).toEqual([route.path, [false, true]]);
      if (route.allowed !== 'public' && route.allowed.includes('admin')) {
        expect([route.path, await seen('admin', adminId, {})]).toEqual([route.path, [true, true]]);
      }
    }
  },
  TIMEOUT_MS,
);
