import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { QUOTAS, type ExpensiveKind, type QuotaTable } from '../src/http/admission/expensive-kinds.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus, type RouteExample } from '../src/testing/routes/route-example.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import type { ExampleRows } from '../src/testing/calls/example-rows.ts';
import { buildTenant } from '../src/testing/tenant.ts';

/** Every route whose work is expensive has a quota per account and per network. */

/** The quota that a call of the table uses; null for a cheap one. */
function kindOf({ method, path }: RouteExample): ExpensiveKind | null {
  // A phone's own list has fixed pages.
  if (path.includes('/listPaged/') && !path.startsWith('/mapi/')) return 'long list';
  if (path.includes('/export/')) return 'export';
  if (path.endsWith('/find')) return 'search';
  if (path.includes('/bulk') || path.includes('mport/app_user')) return 'bulk';
  if (path.endsWith('/preview/submission')) return 'preview';
  if (path.includes('/test/')) return 'test';
  if (method === 'POST' && /\/(purchase|subscription)$/.test(path)) return 'payment';
  if (path.endsWith('/reachability')) return 'reachability';
  if (path.endsWith('/incidentMetrics')) return 'metrics';
  if (path.endsWith('/mapi/v1/form_submission')) return 'form';
  if (path.endsWith('/push_subscription')) return 'push';
  if (path.endsWith('/installLink/app_user')) return 'install';
  if (path === '/mapi/v1/images' && method === 'POST') return 'image';
  if (/\/(change|confirm)Password$/.test(path) && !path.startsWith('/sapi/')) return 'password';
  return path.endsWith('/events') ? 'stream' : null;
}

function quotasOf(account: number, network: number): QuotaTable {
  return Object.fromEntries(Object.keys(QUOTAS).map((kind) => [kind, { account, network }])) as QuotaTable;
}

async function call(
  server: TestServer,
  { method, path, example }: RouteExample,
  rows: ExampleRows,
  token: string,
) {
  const { query, body } = example(rows);
  return method === 'GET'
    ? await server.get(path, { token, ...(query ? { query } : {}) })
    : await server.post(path, { token, body: body ?? {} });
}

const kinds = Object.keys(QUOTAS) as ExpensiveKind[];
const expensive = ROUTES.filter((route) => kindOf(route) !== null && route.allowed.length > 0);

test('each kind of expensive work is in the table of routes', () => {
  expect(new Set(expensive.map(kindOf))).toEqual(new Set(kinds));
});

test.each(kinds)('an account that has used up its quota of %s gets 429 and Retry-After', async (kind) => {
  const server = await testServer({ quotas: quotasOf(1, 1000) });
  for (const route of expensive.filter((one) => kindOf(one) === kind)) {
    const [one, two] = [await buildTenant(server.db), await buildTenant(server.db)];
    const role = (['team', 'app_user'] as const).find((it) => route.allowed.includes(it)) ?? 'admin';
    const tokenOf = async ({ team, user }: typeof one) => {
      const account = { team, app_user: user, admin: await buildAdmin(server.db) }[role];
      return await server.tokenOf(role, account.id);
    };
    const [first, second] = [await tokenOf(one), await tokenOf(two)];
    const served = exampleStatus(route);
    const prepare = (tenant: typeof one) => prepareExampleRows(server.db, tenant, { route });
    const { path } = route;
    const statusFor = async (tenant: typeof one, token: string) =>
      (await call(server, route, await prepare(tenant), token)).status;
    expect({ path, status: await statusFor(one, first) }).toEqual({ path, status: served });
    const { status, body, headers } = await call(server, route, await prepare(one), first);
    expect({ path, status, body }).toEqual({
      path,
      status: 429,
      body: { ok: false, msg: expect.any(String), errors: [] },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // Another account is not affected.
    expect({ path, status: await statusFor(two, second) }).toEqual({ path, status: served });
  }
});

test('the accounts of one network share a quota; administrators have their own', async () => {
  const server = await testServer({ quotas: quotasOf(1000, 2) });
  const tenants = [await buildTenant(server.db), await buildTenant(server.db), await buildTenant(server.db)];
  const statuses = [];
  for (const { team } of tenants) {
    const token = await server.tokenOf('team', team.id);
    statuses.push((await server.get('/tapi/v1/reachability', { token })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const query = { team_id: tenants[0]?.team.id ?? 0 };
  expect((await server.get('/api/v1/reachability', { token: admin, query })).status).toBe(200);
});

test('a call beyond its quota is rejected with a delay, and other calls are served meanwhile', async () => {
  const server = await testServer({ quotas: quotasOf(1, 1000), slowRejections: 2000 });
  const { team } = await buildTenant(server.db);
  const token = await server.tokenOf('team', team.id);
  const read = () => server.get('/tapi/v1/reachability', { token });
  expect((await read()).status).toBe(200);
  const served: string[] = [];
  const rejected = read().then(({ status }) => served.push(`rejected ${status}`));
  await server.get('/tapi/v1/getSubData', { token });
  served.push('other');
  await rejected;
  expect(served).toEqual(['other', 'rejected 429']);
});

test('rejects an account with many calls in flight, and no other account', async () => {
  const server = await testServer();
  const [one, two] = [await buildTenant(server.db), await buildTenant(server.db)];
  const [mine, theirs] = [
    await server.tokenOf('team', one.team.id),
    await server.tokenOf('team', two.team.id),
  ];
  const read = (token: string) =>
    server.get('/tapi/v1/listPaged/app_user', { token, query: { per_page: 20 } });
  const [responses, other] = await Promise.all([
    Promise.all(Array.from({ length: 300 }, () => read(mine))),
    read(theirs),
  ]);
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
  expect(other.status).toBe(200);
  expect((await read(mine)).status).toBe(200);
});

test('no quota applies to the presses and the main screen of a phone, however often it calls', async () => {
  const server = await testServer({ quotas: quotasOf(1, 1) });
  const { user } = await buildTenant(server.db);
  const token = await server.tokenOf('app_user', user.id);
  // More than a person's presses of one minute that have priority, and more calls than a console may have in flight.
  const responses = await Promise.all(
    Array.from({ length: 80 }, () => [
      server.post('/mapi/v1/button_click', { token, body: { client_id: randomUUID(), button_id: 5 } }),
      server.get('/mapi/v1/dashboard', { token }),
    ]).flat(),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
