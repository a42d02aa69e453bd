import { expect, test } from 'vitest';
import { buildAdmin } from '../src/factories/accounts.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { resourceCases } from '../src/testing/resources.ts';
import { testServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { buildTenant } from '../src/testing/tenant.ts';

const STALE = 'This was changed while you were editing. Reload it, then repeat your change.';

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
    const { body: after } = await server.get(`${base}/listPaged/${name}`, {
      token,
      query: { filter_id: id },
    });
    const [row] = after.items;
    for (const [number, { status, body }] of responses.entries()) {
      // A save of the stored value may be the same save again, after a lost response: it changes nothing.
      if (status === 200)
        expect([number % 2, body.data]).toEqual([
          row[field] === first ? 0 : 1,
          { updated_at: row.updated_at },
        ]);
      else expect(status).toBe(409);
    }
    const saves = await server.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'update')
      .where('outcome', '=', 'done')
      .execute();
    expect(saves).toHaveLength(1);
  },
);

test('a save that is sent again because its response was lost is not someone else’s change', async () => {
  const server = await testServer({ variables: { SMS_COUNTRIES: 'US' } });
  const { team, user } = await buildTenant(server.db);
  const token = await server.tokenOf('team', team.id);
  const contacts = JSON.stringify([{ name: 'Ann', phone: '(303) 555-0141', email: '' }]);
  const idOf = async (key: string) =>
    (
      await server.db
        .selectFrom('settings')
        .select('id')
        .where('team_id', '=', team.id)
        .where('setting_key', '=', key)
        .executeTakeFirstOrThrow()
    ).id;
  const phone = '(303) 555-0141';
  const saves = [
    ['settings', await idOf('sms_to_admin_number_5'), { setting_value: phone }],
    ['settings', await idOf('contact_person'), { setting_value: contacts }],
    ['app_user', user.id, { phone, sms_consent: 'I agree to text messages.' }],
    ['team', team.id, { phone }],
  ] as const;
  for (const [name, id, data] of saves) {
    const read = async () =>
      (await server.get(`/tapi/v1/listPaged/${name}`, { token, query: { filter_id: id } })).body.items[0];
    const { updated_at } = await read();
    const save = (changes: object) =>
      server.post(`/tapi/v1/update/${name}`, { token, body: { id, updated_at, data: changes } });
    const first = await save(data);
    expect([name, first.status]).toEqual([name, 200]);
    const stored = await databaseContent(server.db);
    const second = await save(data);
    expect([name, second.status, second.body]).toEqual([name, 200, first.body]);
    expect(await databaseContent(server.db)).toEqual(stored);
    expect(await read()).toMatchObject({ updated_at: first.body.data.updated_at });
    const other =
      'phone' in data
        ? { phone: '303-555-0142' }
        : { setting_value: data.setting_value.replace('0141', '0142') };
    expect([name, (await save(other)).status]).toEqual([name, 409]);
  }
});
