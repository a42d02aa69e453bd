import { changesData, type Call } from '@callpoint/contract/call';
import { CALLS, findCall } from '@callpoint/contract/calls';
import type { Role } from '@callpoint/contract/permissions';
import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus } from '../src/testing/routes/route-example.ts';
import type { RouteExample } from '../src/testing/routes/route-example.ts';
import { NO_QUOTAS, testServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { buildTenant } from '../src/testing/tenant.ts';
import { NO_CHANNELS } from '../src/factories/channels.ts';

/** The declared audit subjects, compared with the entries that calls create. */

/** In milliseconds, for all calls on a busy machine. */
const LONG = 180_000;
const NAMES: readonly Role[] = ['admin', 'team', 'app_user'];

async function buildWorld() {
  const server = await testServer({
    quotas: NO_QUOTAS,
    channels: { ...NO_CHANNELS, email: true, sms: true },
  });
  const tenant = await buildTenant(server.db);
  const admin = await buildAdmin(server.db);
  const ids: Record<Role, number> = { admin: admin.id, team: tenant.team.id, app_user: tenant.user.id };
  // Every table has rows.
  await prepareExampleRows(server.db, tenant);
  const call = async (route: RouteExample, role: Role | null) => {
    const { method, path } = route;
    const { query, body } = route.example(await prepareExampleRows(server.db, tenant, { route }));
    const options = {
      ...(query ? { query } : {}),
      ...(role === null ? {} : { token: await server.tokenOf(role, ids[role]) }),
    };
    const send = () =>
      method === 'GET' ? server.get(path, options) : server.post(path, { ...options, body: body ?? {} });
    return { send };
  };
  const newest = async () => {
    const row = await server.db
      .selectFrom('audit')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  };
  const entries = async (outcome: 'done' | 'refused', after: number) =>
    await server.db
      .selectFrom('audit')
      .select('subject')
      .where('outcome', '=', outcome)
      .where('id', '>', after)
      .execute();
  return { server, call, newest, entries };
}

function declarationOf({ method, path }: RouteExample): Call {
  const call = findCall(method, path);
  if (!call) throw new Error(`${method} ${path} is not declared`);
  return call;
}

/** The caller of a route's example. Examples of public calls are about a subscriber, or an app user's phone. */
function callerOf({ allowed, path }: RouteExample): Role {
  if (allowed === 'public') return path.startsWith('/mapi/') ? 'app_user' : 'team';
  return allowed[0] ?? 'admin';
}

function subjectOf({ subject = 'session' }: Call, role: Role): string {
  return subject === 'caller' ? role : subject;
}

const callable = ROUTES.filter((route) => route.allowed.length > 0 && exampleStatus(route) === 200);

test(
  'a successful call creates an entry with its declared subject, or none if it is not audited',
  async () => {
    const { server, call, newest, entries } = await buildWorld();
    const wrong: unknown[] = [];
    for (const route of callable) {
      const declared = declarationOf(route);
      const role = callerOf(route);
      const { send } = await call(route, route.allowed === 'public' ? null : role);
      // The example's message is resent already, which changes nothing.
      if (route.path.endsWith('esend/delivery')) {
        await server.db.updateTable('delivery').set({ state: 'failed' }).execute();
      }
      if (route.path.includes('/bulkRelease/')) {
        await server.db.updateTable('delivery').set({ state: 'held', held_for: 'channel' }).execute();
      }
      const after = await newest();
      const { status } = await send();
      const subjects: string[] = (await entries('done', after)).map(({ subject }) => subject);
      const isAudited = declared.audited ?? changesData(declared);
      const asDeclared = isAudited ? subjects.includes(subjectOf(declared, role)) : subjects.length === 0;
      if (status !== 200 || !asDeclared) wrong.push([route.method, route.path, role, status, subjects]);
    }
    expect(wrong).toEqual([]);
    expect(CALLS.filter((declared) => declared.subject !== undefined).length).toBeGreaterThan(40);
  },
  LONG,
);

test(
  'a call that is rejected for the caller’s role creates an entry with its declared subject',
  async () => {
    const { server, call } = await buildWorld();
    const expected: Record<string, string> = {};
    for (const route of ROUTES) {
      const { allowed, method, path } = route;
      const role = allowed === 'public' ? undefined : NAMES.find((name) => !allowed.includes(name));
      if (role === undefined) continue;
      const { send } = await call(route, role);
      expect([path, (await send()).status]).toEqual([path, 403]);
      expected[`${method} ${path}`] = subjectOf(declarationOf(route), role);
    }
    // Rejections are counted after their responses.
    await expect
      .poll(async () => {
        const rows = await server.db
          .selectFrom('audit')
          .select(['action', 'subject'])
          .where('outcome', '=', 'refused')
          .execute();
        return Object.fromEntries(rows.map(({ action, subject }) => [action, subject]));
      })
      .toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(90);
  },
  LONG,
);

test(
  'a call that declares no change leaves the stored data unchanged',
  async () => {
    const { server, call } = await buildWorld();
    for (const route of callable.filter((one) => !changesData(declarationOf(one)))) {
      const { send } = await call(route, route.allowed === 'public' ? null : callerOf(route));
      const before = await databaseContent(server.db);
      expect([route.path, (await send()).status]).toEqual([route.path, 200]);
      expect([route.path, await databaseContent(server.db)]).toEqual([route.path, before]);
    }
  },
  LONG,
);
