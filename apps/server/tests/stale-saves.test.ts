import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { resourceCases } from '../src/testing/resources.ts';
import { testServer } from '../src/testing/server.ts';
import { buildTenant, prepareExampleRows } from '../src/testing/tenant.ts';

const STALE =
  'Somebody else changed this while you were editing. Load it again, then make your change once more.';

const KINDS = [
  { name: 'settings', role: 'team', base: '/tapi/v1', field: 'setting_value', first: 'One.', second: 'Two.' },
  { name: 'app_user', role: 'team', base: '/tapi/v1', field: 'name', first: 'One', second: 'Two' },
  { name: 'team', role: 'admin', base: '/api/v1', field: 'account_name', first: 'One', second: 'Two' },
  { name: 'config', role: 'admin', base: '/api/v1', field: 'config_value', first: 'a@b.example', second: '' },
  ...resourceCases.map(([name, { writers, texts }]) => {
    const role = writers.includes('admin') ? 'admin' : 'team';
    return {
      name,
      role,
      base: '/api/v1',
      field: Object.keys(texts)[0] ?? '',
      first: 'One',
      second: 'Two',
    } as const;
  }),
] as const;

test.each(KINDS)(
  'rejects the second of two editors of one row of $name and saves none of its changes',
  async (kind) => {
    const { name, role, base, field } = kind;
    const server = await testServer();
    const tenant = await buildTenant(server.db);
    const id = (await prepareExampleRows(server.db, tenant)).ids[name];
    const token = await server.tokenOf(
      role,
      role === 'admin' ? (await buildAdmin(server.db)).id : tenant.team.id,
    );
    const read = async () => {
      const { body } = await server.get(`${base}/listPaged/${name}`, { token, query: { filter_id: id } });
      return body.items[0];
    };
    const save = async (value: string, updated_at: string | undefined) => {
      const body = { id, data: { [field]: value }, updated_at };
      const { status, body: response } = await server.post(`${base}/update/${name}`, { token, body });
      return [status, response];
    };
    const seenByBoth = (await read()).updated_at;
    const [, saved] = await save(kind.first, seenByBoth);
    expect(saved).toEqual({ ok: true, msg: expect.any(String), data: { updated_at: expect.any(String) } });
    expect(saved.data.updated_at).toBe((await read()).updated_at);
    const before = await databaseContent(server.db);
    expect(await save(kind.second, seenByBoth)).toEqual([
      409,
      { ok: false, msg: STALE, errors: [{ msg: STALE, field: 'updated_at' }] },
    ]);
    expect(await databaseContent(server.db)).toEqual(before);
    const now = await read();
    expect(now[field]).toBe(kind.first);

    // After reloading, the save succeeds. Its response contains the new version. Without a version, the last save wins.
    const [status, again] = await save(kind.second, now.updated_at);
    expect(status).toBe(200);
    expect((await save(kind.first, again.data.updated_at))[0]).toBe(200);
    expect((await save(kind.first, undefined))[0]).toBe(200);
    expect((await read())[field]).toBe(kind.first);
    const wrong = await save(kind.second, 'yesterday');
    expect([wrong[0], (await read())[field]]).toEqual([400, kind.first]);
  },
);

test.each(KINDS)(
  'accepts exactly one of many concurrent saves of one row of $name',
  async ({ name, role, base, field, first, second }) => {
    const server = await testServer();
    const tenant = await buildTenant(server.db);
    const id = (await prepareExampleRows(server.db, tenant)).ids[name];
    const token = await server.tokenOf(
      role,
      role === 'admin' ? (await buildAdmin(server.db)).id : tenant.team.id,
    );
    const { body: list } = await server.get(`${base}/listPaged/${name}`, { token, query: { filter_id: id } });
    const { updated_at } = list.items[0];
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        server.post(`${base}/update/${name}`, {
          token,
          body: { id, updated_at, data: { [field]: number % 2 === 0 ? first : second } },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  },
);
