import { MAX_SAVED_FILTERS } from '@callpoint/contract/saved-filters';
import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

async function accounts() {
  const server = await testServer();
  const team = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const other = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const save = async (token: string, body: object) => {
    const response = await server.post('/api/v1/saveFilter', {
      token,
      body: { list: 'records', query: 'messages=failed', ...body },
    });
    return [response.status, response.body.errors?.map(({ field }: { field: string }) => field)] as const;
  };
  const names = async (token: string, list = 'records') =>
    (await server.get('/api/v1/savedFilters', { token, query: { list } })).body.items.map(
      ({ name, query }: Record<string, string>) => `${name}: ${query}`,
    );
  return { server, team, other, admin, save, names };
}

test('a filter can be saved, changed, renamed and deleted; each account has its own', async () => {
  const { server, team, other, admin, save, names } = await accounts();
  expect(await save(team, { name: 'Failed' })).toEqual([200, undefined]);
  expect(await save(team, { name: 'Failed', query: 'messages=held' })).toEqual([200, undefined]);
  expect(await save(team, { name: 'Busy', list: 'deliveries' })).toEqual([200, undefined]);
  expect(await save(admin, { name: 'Mine', query: 'days=7&search=%C3%A4' })).toEqual([200, undefined]);
  expect([
    await names(team),
    await names(other),
    await names(admin),
    await names(team, 'deliveries'),
  ]).toEqual([['Failed: messages=held'], [], ['Mine: days=7&search=%C3%A4'], ['Busy: messages=failed']]);
  expect(await save(team, { name: 'Held', query: 'messages=held', replaces: 'Failed' })).toEqual([
    200,
    undefined,
  ]);
  expect(await names(team)).toEqual(['Held: messages=held']);
  for (const token of [other, admin]) {
    const body = { list: 'records', name: 'Held' };
    expect((await server.post('/api/v1/deleteFilter', { token, body })).status).toBe(200);
  }
  expect(await names(team)).toEqual(['Held: messages=held']);
  expect(await save(admin, { name: 'Yearly', list: 'plans', query: 'search=yearly' })).toEqual([
    200,
    undefined,
  ]);
  expect(await names(admin, 'plans')).toEqual(['Yearly: search=yearly']);
  const body = { list: 'records', name: 'Held' };
  expect((await server.post('/tapi/v1/deleteFilter', { token: team, body })).status).toBe(200);
  expect(await names(team)).toEqual([]);
});

test('rejects invalid names, lists and queries and names them', async () => {
  const { team, save, names } = await accounts();
  expect(await save(team, { name: ' ', list: 'contacts', query: '<script>' })).toEqual([
    400,
    ['list', 'name', 'query'],
  ]);
  expect(await save(team, { name: 'x'.repeat(61), query: `a=${'b'.repeat(999)}` })).toEqual([
    400,
    ['name', 'query'],
  ]);
  expect(await save(team, { name: 'a\nb', query: 'a=b c' })).toEqual([400, ['name', 'query']]);
  expect(await names(team)).toEqual([]);
});

test(`an account has at most ${MAX_SAVED_FILTERS} filters, also with concurrent calls; the rejected one is not saved`, async () => {
  const { team, other, save, names } = await accounts();
  const results = await Promise.all(
    Array.from({ length: MAX_SAVED_FILTERS + 5 }, (_, index) => save(team, { name: `Filter ${index}` })),
  );
  expect(results.filter(([status]) => status === 200)).toHaveLength(MAX_SAVED_FILTERS);
  expect(results.filter(([status, fields]) => status === 409 && fields?.[0] === 'name')).toHaveLength(5);
  expect(await names(team)).toHaveLength(MAX_SAVED_FILTERS);
  expect(await save(other, { name: 'First' })).toEqual([200, undefined]);
});
