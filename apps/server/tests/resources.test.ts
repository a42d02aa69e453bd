import { findCall } from '@callpoint/contract/calls';
import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../src/factories/accounts.ts';
import { resourceCases } from '../src/testing/resources.ts';
import { testServer } from '../src/testing/server.ts';

/** What every resource does in the same way; the tests of a feature check its own rules. */

test.each(resourceCases)(
  'a row of %s is created, listed, changed and deleted, and each is audited',
  async (name, resource) => {
    const { writers, data } = resource;
    const server = await testServer();
    const team = await buildTeam(server.db);
    const role = writers.includes('admin') ? 'admin' : 'team';
    const token = await server.tokenOf(role, role === 'admin' ? (await buildAdmin(server.db)).id : team.id);
    const post = (action: string, body: object) => server.post(`/api/v1/${action}/${name}`, { token, body });
    const list = async (id: number) =>
      (await server.get(`/api/v1/listPaged/${name}`, { token, query: { filter_id: id } })).body.items;

    const created = await post('create', { data });
    expect([created.status, created.body]).toEqual([
      200,
      { ok: true, msg: expect.any(String), data: { id: expect.any(Number) } },
    ]);
    const { id } = created.body.data;
    expect(await list(id)).toEqual([expect.objectContaining({ id, ...data })]);

    const [text = ''] = Object.keys(resource.texts);
    expect((await post('update', { id, data: { [text]: 'Changed' } })).status).toBe(200);
    expect(await list(id)).toEqual([expect.objectContaining({ id, ...data, [text]: 'Changed' })]);

    expect((await post('delete', { id })).status).toBe(200);
    expect(await list(id)).toEqual([]);
    const afterDeletion = [
      await post('delete', { id }),
      await post('update', { id, data: { [text]: 'Changed' } }),
    ];
    expect(afterDeletion.map(({ status, body }) => [status, body.ok])).toEqual([
      [404, false],
      [404, false],
    ]);

    const entries = await server.db
      .selectFrom('audit')
      .select(['action', 'subject', 'actor_role'])
      .where('subject', '=', name)
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute();
    expect(entries).toEqual(
      ['create', 'update', 'delete'].map((action) => ({ action, subject: name, actor_role: role })),
    );
  },
);

test.each(resourceCases)(
  'the call that creates a %s names each missing and each unknown field',
  async (name, resource) => {
    const server = await testServer();
    const team = await buildTeam(server.db);
    const role = resource.writers.includes('admin') ? 'admin' : 'team';
    const token = await server.tokenOf(role, role === 'admin' ? (await buildAdmin(server.db)).id : team.id);
    const { status, body } = await server.post(`/api/v1/create/${name}`, {
      token,
      body: { data: { surprise: 1 } },
    });
    const named = body.errors.map(({ field }: { field: string }) => field);
    expect([status, named]).toEqual([400, expect.arrayContaining(['data.surprise'])]);
    const required = Object.keys(
      findCall('POST', `/api/v1/create/${name}`)?.example.body?.['data' as never] ?? {},
    );
    expect(named.toSorted()).toEqual(
      ['data.surprise', ...required.map((field) => `data.${field}`)].toSorted(),
    );
  },
);

test('a page as far as the contract allows is empty, on lists that count up to it', async () => {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  for (const list of ['delivery', 'audit', 'button_click']) {
    const query = { page: 100_000_000, per_page: 500 };
    const { status, body } = await server.get(`/api/v1/listPaged/${list}`, { token, query });
    expect([list, status, body.msg]).toEqual([list, 200, undefined]);
  }
});
