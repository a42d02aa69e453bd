import { expect, test } from 'vitest';
import { AccountsDb } from '../db/handles/accounts.ts';
import { buildAdmin, buildTeam } from '../factories/accounts.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { deleteOldKeys } from './idempotency.ts';

const KEY = '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11';
const PLAN = {
  plan_name: '1-10 end users',
  plan_cost: 29.95,
  plan_term: 'Monthly',
  plan_stripe_id: 'price_10',
  max_users: 10,
};
const PERSON = {
  name: 'Ann Lee',
  email: 'ann@work.example',
  phone: '+12025550143',
  password: 'Quiet-harbour-77',
};

async function setUp() {
  const server = await testServer();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const team = await buildTeam(server.db);
  return { server, admin, team, token: await server.tokenOf('team', team.id) };
}

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const createPlan = (server: TestServer, token: string, key: string, data: object = PLAN) =>
  server.post('/api/v1/create/plan', { token, body: { data }, ...withKey(key) });
const count = async ({ db }: TestServer, table: 'plan' | 'team' | 'app_user' | 'idempotency_key') =>
  (await db.selectFrom(table).select('id').execute()).length;

test('a repeated attempt to create a plan returns the plan of the first', async () => {
  const { server, admin } = await setUp();
  const first = await createPlan(server, admin, KEY);
  expect(first.body).toEqual({
    ok: true,
    msg: 'Plan Created successfully.',
    data: { id: expect.any(Number) },
  });
  // The draft standard writes the key in quotation marks.
  for (const key of [KEY, `"${KEY}"`])
    expect((await createPlan(server, admin, key)).body).toEqual({
      ...first.body,
      data: { id: first.body.data.id, repeated: true },
    });
  expect(await count(server, 'plan')).toBe(1);
  const other = await createPlan(server, admin, 'another-key-of-a-form');
  expect(other.body.data).toEqual({ id: first.body.data.id + 1 });
  const audit = await server.db.selectFrom('audit').select('action').where('subject', '=', 'plan').execute();
  expect(audit).toEqual([{ action: 'create' }, { action: 'create' }]);
});

test('concurrent attempts create one plan, one subscriber and one app user', async () => {
  const { server, admin, team, token } = await setUp();
  const account = { account_name: 'Smith', first_name: 'Tess', last_name: 'Smith', phone: PERSON.phone };
  const newTeam = { ...account, email: 'tess@smith.example', password: PERSON.password };
  const user = { team_id: team.id, ...PERSON };
  const attempts = [
    () => createPlan(server, admin, KEY),
    () => server.post('/api/v1/create/team', { token: admin, body: { data: newTeam }, ...withKey(KEY) }),
    () => server.post('/tapi/v1/createCustom/app_user', { token, body: { data: user }, ...withKey(KEY) }),
  ];
  for (const attempt of attempts) {
    const responses = [await Promise.all([attempt(), attempt()]), [await attempt()]].flat();
    // The hashing of passwords serves one call of an account at a time; such a call can be repeated.
    const done = responses.filter(({ status }) => status === 200);
    expect(responses.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(new Set(done.map(({ body }) => body.data.id)).size).toBe(1);
    expect(done.filter(({ body }) => body.data.repeated === undefined)).toHaveLength(1);
    expect(done.at(-1)?.body.data.repeated).toBe(true);
  }
  expect([await count(server, 'plan'), await count(server, 'team'), await count(server, 'app_user')]).toEqual(
    [1, 2, 1],
  );
});

test('a key that was used with other values is rejected, and a rejected attempt uses up no key', async () => {
  const { server, admin } = await setUp();
  expect((await createPlan(server, admin, KEY, { ...PLAN, plan_cost: 0 })).status).toBe(400);
  expect((await createPlan(server, admin, KEY)).status).toBe(200);
  const other = await createPlan(server, admin, KEY, { ...PLAN, plan_cost: 39.95 });
  expect([other.status, other.body.errors]).toEqual([
    409,
    [
      {
        msg: 'Your first attempt was received and saved, with other values. Look for it in the list and change it there.',
        field: 'Idempotency-Key',
      },
    ],
  ]);
  expect(await count(server, 'plan')).toBe(1);
});

test.each(['short', 'x'.repeat(201), `inside"${KEY}`, `"${KEY}`, 'with space in the key'])(
  'the key %j is rejected',
  async (key) => {
    const { server, admin } = await setUp();
    const { status, body } = await createPlan(server, admin, key);
    expect([status, body.errors[0].field]).toEqual([400, 'Idempotency-Key']);
    expect(await count(server, 'plan')).toBe(0);
  },
);

test('keys of two accounts are different, even with the same text', async () => {
  const { server, admin } = await setUp();
  const second = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const [one, other] = [await createPlan(server, admin, KEY), await createPlan(server, second, KEY)];
  expect(other.body.data).toEqual({ id: one.body.data.id + 1 });
});

test('neither the key nor a password can be found in what is stored', async () => {
  const { server, team, token } = await setUp();
  const body = { data: { team_id: team.id, ...PERSON } };
  await server.post('/tapi/v1/createCustom/app_user', { token, body, ...withKey(KEY) });
  const stored = JSON.stringify(await server.db.selectFrom('idempotency_key').selectAll().execute());
  expect(stored).not.toContain(KEY);
  expect(stored).not.toContain(PERSON.password);
});

test('an account keeps its newest 1,000 keys, and each for a day', async () => {
  const { server, admin } = await setUp();
  await createPlan(server, admin, KEY);
  const [row] = await server.db.selectFrom('idempotency_key').selectAll().execute();
  const { id: _, ...first } = row ?? expect.fail('a key was stored');
  const others = Array.from({ length: 999 }, (__, at) => ({ ...first, key_hash: `other ${at}` }));
  await server.db.insertInto('idempotency_key').values(others).execute();
  await createPlan(server, admin, 'another-key-of-a-form');
  expect(await count(server, 'idempotency_key')).toBe(1000);
  expect((await createPlan(server, admin, KEY)).body.data.repeated).toBeUndefined();

  const accounts = new AccountsDb(server.db);
  await deleteOldKeys(accounts, new Date(Date.now() + 23 * 3_600_000));
  expect(await count(server, 'idempotency_key')).toBe(1000);
  await deleteOldKeys(accounts, new Date(Date.now() + 25 * 3_600_000));
  expect(await count(server, 'idempotency_key')).toBe(0);
});
