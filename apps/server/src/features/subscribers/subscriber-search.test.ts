import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function searched() {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const find = async (query: Record<string, string | number>) => {
    const { status, body } = await server.get('/api/v1/listPaged/team', {
      token,
      query: { sort: 'id', order: 'asc', ...query },
    });
    expect(status).toBe(200);
    return body.items.map(({ account_name }: { account_name: string }) => account_name);
  };
  return { server, token, find };
}

async function threeFirms(server: TestServer) {
  const müller = await buildTeam(server.db, {
    account_name: 'Müller & Söhne',
    first_name: 'Änne',
    last_name: 'Groß',
    email: 'office@mueller.example',
  });
  await buildTeam(server.db, {
    account_name: '100%_Safe \\ Co',
    first_name: 'Tess',
    last_name: 'Miller',
    email: 'tess_miller@safe.example',
    status: 0,
  });
  await buildTeam(server.db, {
    account_name: 'Ridgeline',
    first_name: 'Tess',
    last_name: 'Millner',
    email: 'safety@ridgeline.example',
    plan: 'upgrade_by_admin',
  });
  return müller;
}

test('finds a subscriber by name, account name, address and account number, in any letter case', async () => {
  const { server, find } = await searched();
  const { id } = await threeFirms(server);
  const [müller, safe, ridgeline] = ['Müller & Söhne', '100%_Safe \\ Co', 'Ridgeline'];
  expect(await find({ filter_search: 'tess mill' })).toEqual([safe, ridgeline]);
  expect(await find({ filter_search: ' TESS MILLER ' })).toEqual([safe]);
  expect(await find({ filter_search: 'MÜLLER & sö' })).toEqual([müller]);
  expect(await find({ filter_search: 'muller' })).toEqual([müller]);
  expect(await find({ filter_search: 'GROß' })).toEqual([müller]);
  expect(await find({ filter_search: '@Ridgeline.EXAMPLE' })).toEqual([ridgeline]);
  expect(await find({ filter_search: String(id) })).toContain(müller);
  expect(await find({ filter_search: 'co tess' })).toEqual([]);
});

test('no character of a search is a wildcard', async () => {
  const { server, find } = await searched();
  await threeFirms(server);
  const safe = '100%_Safe \\ Co';
  for (const typed of ['%', '_', '\\', '0%_S', 's_m', 'e \\ c']) {
    expect([typed, await find({ filter_search: typed })]).toEqual([typed, [safe]]);
  }
  expect(await find({ filter_search: '%%' })).toEqual([]);
  expect(await find({ filter_search: "' or 1=1 --" })).toEqual([]);
});

test('plan, block status and search can be combined, and the pages match the filtered rows', async () => {
  const { server, token, find } = await searched();
  await threeFirms(server);
  expect(await find({ filter_plan: 'upgrade_by_admin' })).toEqual(['Ridgeline']);
  expect(await find({ filter_status: 0 })).toEqual(['100%_Safe \\ Co']);
  expect(await find({ filter_status: 1, filter_plan: 'free' })).toEqual(['Müller & Söhne']);
  expect(await find({ filter_status: 1, filter_search: 'tess' })).toEqual(['Ridgeline']);
  const { body } = await server.get('/api/v1/listPaged/team', {
    token,
    query: { filter_search: 'tess', per_page: 1, page: 2, sort: 'email', order: 'asc' },
  });
  expect(body).toMatchObject({
    items: [{ email: 'tess_miller@safe.example' }],
    pagination: { page: 2, pageSize: 1, pageCount: 2 },
  });
});

test('after a change, a subscriber is found by the new values and not by the old ones', async () => {
  const { server, token, find } = await searched();
  const { id } = await threeFirms(server);
  const change = { id, data: { account_name: 'Étoile Sécurité', email: 'bonjour@etoile.example' } };
  expect((await server.post('/api/v1/update/team', { token, body: change })).status).toBe(200);
  expect(await find({ filter_search: 'etoile sec' })).toEqual(['Étoile Sécurité']);
  expect(await find({ filter_search: 'änne groß' })).toEqual(['Étoile Sécurité']);
  expect(await find({ filter_search: 'mueller' })).toEqual([]);
  const lines = await server.db
    .selectFrom('audit')
    .select('changes')
    .where('action', '=', 'update')
    .where('subject', '=', 'team')
    .execute();
  expect(lines.map(({ changes }) => Object.keys(JSON.parse(changes ?? '{}')))).toEqual([
    ['email', 'account_name', 'email_confirmed_at', 'former_confirmed_at'],
  ]);
});

test('rejects invalid filters and names them; a subscriber finds only itself', async () => {
  const { server, token } = await searched();
  const own = await threeFirms(server);
  const query = { filter_plan: 'gold', filter_status: '2', filter_search: 'x'.repeat(101) };
  const { status, body } = await server.get('/api/v1/listPaged/team', { token, query });
  expect(status).toBe(400);
  expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    'filter_plan',
    'filter_search',
    'filter_status',
  ]);
  const mine = await server.get('/tapi/v1/listPaged/team', {
    token: await server.tokenOf('team', own.id),
    query: { filter_search: 'tess' },
  });
  expect(mine.body.items).toEqual([]);
});
