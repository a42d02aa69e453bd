import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const PLAN = {
  plan_name: '1-10 end users',
  plan_cost: 29.95,
  plan_term: 'Monthly',
  plan_stripe_id: 'price_10_monthly',
  max_users: 10,
};

async function adminOf(server: TestServer) {
  return await server.tokenOf('admin', (await buildAdmin(server.db)).id);
}

async function plansOf(server: TestServer, token: string, query: Record<string, string | number> = {}) {
  return (await server.get('/api/v1/listPaged/plan', { token, query })).body;
}

test('an administrator creates, changes and deletes a plan', async () => {
  const server = await testServer();
  const token = await adminOf(server);
  const created = await server.post('/api/v1/create/plan', { token, body: { data: PLAN } });
  expect(created.body).toEqual({
    ok: true,
    msg: 'Plan Created successfully.',
    data: { id: expect.any(Number) },
  });
  const { id } = created.body.data;
  expect(await plansOf(server, token, { filter_id: id })).toEqual({
    ok: true,
    items: [{ id, ...PLAN, updated_at: expect.stringMatching(/Z$/) }],
    pagination: { page: 1, pageSize: 20, pageCount: 1, total: 1 },
  });

  const data = { plan_cost: '119.9', max_users: '50' };
  const updated = await server.post('/api/v1/update/plan', { token, body: { id: String(id), data } });
  expect(updated.body).toEqual({
    ok: true,
    msg: 'Plan updated successfully.',
    data: { updated_at: expect.any(String) },
  });
  expect((await plansOf(server, token)).items).toEqual([
    { id, ...PLAN, plan_cost: 119.9, max_users: 50, updated_at: expect.any(String) },
  ]);

  const remove = () => server.post('/api/v1/delete/plan', { token, body: { id } });
  expect((await remove()).body).toEqual({ ok: true, msg: 'Deleted Successfully.' });
  expect((await plansOf(server, token)).items).toEqual([]);
  const again = await remove();
  expect([again.status, again.body]).toEqual([
    404,
    {
      ok: false,
      msg: 'The record does not exist.',
      errors: [{ msg: 'The record does not exist.', field: 'id' }],
    },
  ]);
  expect((await server.post('/api/v1/update/plan', { token, body: { id, data } })).status).toBe(404);
});

const COST = 'Plan cost must be a number from 0.1 to 1,000,000 with at most two decimals.';
const USERS = 'Max users must be a whole number from 1 to 1,000,000.';

test.each([
  ['plan_cost', 0.09, COST],
  ['plan_cost', 0, COST],
  ['plan_cost', -5, COST],
  ['plan_cost', 0.105, COST],
  ['plan_cost', '29.955', COST],
  ['plan_cost', '1e3', COST],
  ['plan_cost', '', COST],
  ['plan_cost', '29,95', COST],
  ['plan_cost', 1_000_000.01, COST],
  ['plan_cost', null, COST],
  ['plan_cost', [29.95], COST],
  ['max_users', 0, USERS],
  ['max_users', 2.5, USERS],
  ['max_users', '10 users', USERS],
  ['max_users', 1_000_001, USERS],
  ['plan_name', '   ', 'Plan name is required.'],
  ['plan_name', 'a\nb', 'Plan name must be one line without control characters.'],
  ['plan_name', 'x'.repeat(101), 'Plan name must be at most 100 characters.'],
  ['plan_term', 7, 'Plan term must be text.'],
  ['plan_stripe_id', 'price|10', 'Plan stripe id must not hold a bar (|).'],
])('%s cannot be %j', async (field, value, msg) => {
  const server = await testServer();
  const token = await adminOf(server);
  const created = await server.post('/api/v1/create/plan', {
    token,
    body: { data: { ...PLAN, [field]: value } },
  });
  expect([created.status, created.body.errors]).toEqual([400, [{ msg, field: `data.${field}` }]]);
  const plan = await buildPlan(server.db);
  const changed = await server.post('/api/v1/update/plan', {
    token,
    body: { id: plan.id, data: { [field]: value } },
  });
  expect([changed.status, changed.body.errors]).toEqual([400, [{ msg, field: `data.${field}` }]]);
  expect(await server.db.selectFrom('plan').selectAll().execute()).toEqual([plan]);
});

test.each([
  [0.1, 0.1],
  ['0.1', 0.1],
  [0.29, 0.29],
  ['29.95', 29.95],
  [1.005e2, 100.5],
  [4.35, 4.35],
  ['1000000', 1_000_000],
])('a cost of %j is stored in cents', async (plan_cost, stored) => {
  const server = await testServer();
  const token = await adminOf(server);
  await server.post('/api/v1/create/plan', { token, body: { data: { ...PLAN, plan_cost } } });
  expect((await plansOf(server, token)).items[0].plan_cost).toBe(stored);
});

test('an invalid plan is rejected with all problems; a change without fields is rejected', async () => {
  const server = await testServer();
  const token = await adminOf(server);
  const empty = await server.post('/api/v1/create/plan', { token, body: { data: { id: 7 } } });
  expect(empty.body.errors).toEqual([
    { msg: 'Plan name is required.', field: 'data.plan_name' },
    { msg: 'Plan cost is required.', field: 'data.plan_cost' },
    { msg: 'Plan term is required.', field: 'data.plan_term' },
    { msg: 'Plan stripe id is required.', field: 'data.plan_stripe_id' },
    { msg: 'Max users is required.', field: 'data.max_users' },
    { msg: 'Id is not a known field.', field: 'data.id' },
  ]);
  const { id } = await buildPlan(server.db);
  const nothing = await server.post('/api/v1/update/plan', { token, body: { id, data: {} } });
  expect([nothing.status, nothing.body.errors]).toEqual([
    400,
    [{ msg: 'Data has nothing to change.', field: 'data' }],
  ]);
});

test('a plan in use is not deleted, and the error names its subscribers', async () => {
  const server = await testServer();
  const token = await adminOf(server);
  const plan = await buildPlan(server.db);
  const users = [];
  for (const account_name of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum']) {
    users.push(await buildTeam(server.db, { account_name, plan: 'upgrade_by_admin', plan_id: plan.id }));
  }
  const named = users.slice(0, 5).map(({ id, account_name }) => `${account_name} (subscriber ${id})`);
  const rejected = await server.post('/api/v1/delete/plan', { token, body: { id: plan.id } });
  expect([rejected.status, rejected.body]).toEqual([
    409,
    {
      ok: false,
      msg: `This plan can’t be deleted: it is used by ${named.join(', ')} and 2 more. Move them to another plan first.`,
      errors: [{ msg: rejected.body.msg, field: 'id' }],
    },
  ]);
  expect(await server.db.selectFrom('plan').selectAll().execute()).toEqual([plan]);

  await server.db.updateTable('team').set({ plan: 'free', plan_id: null }).execute();
  expect((await server.post('/api/v1/delete/plan', { token, body: { id: plan.id } })).status).toBe(200);
});

test('rejects the deletion or the assignment of a plan, with a reason, when both are concurrent', async () => {
  const server = await testServer();
  const token = await adminOf(server);
  const team = await buildTeam(server.db);
  const outcomes: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const plan = await buildPlan(server.db, { plan_stripe_id: `price_${round}` });
    const query = { team_id: team.id, selectedPlan: `price_${round}|10` };
    const [upgrade, remove] = await Promise.all([
      server.get('/api/v1/upgradeByAdmin', { token, query }),
      server.post('/api/v1/delete/plan', { token, body: { id: plan.id } }),
    ]);
    outcomes.push(`upgrade ${upgrade.status}, delete ${remove.status}`);
    const { plan_id } = await server.db.selectFrom('team').select('plan_id').executeTakeFirstOrThrow();
    expect(plan_id === plan.id).toBe(upgrade.status === 200);
  }
  const possible = ['upgrade 200, delete 409', 'upgrade 400, delete 200'];
  expect(outcomes.filter((outcome) => !possible.includes(outcome))).toEqual([]);
});

test('a team can read the plans but not change them', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  const cheap = await buildPlan(server.db, { plan_cost_cents: 995, plan_name: 'Small', max_users: 5 });
  const large = await buildPlan(server.db, { plan_cost_cents: 10_000, plan_name: 'Large', max_users: 500 });
  for (const base of ['/api/v1', '/tapi/v1']) {
    for (const sort of ['plan_cost', 'max_users']) {
      const { body } = await server.get(`${base}/listPaged/plan`, { token, query: { sort, order: 'desc' } });
      expect(body.items.map(({ id }: { id: number }) => id)).toEqual([large.id, cheap.id]);
    }
    const rejected = await server.post(`${base}/delete/plan`, { token, body: { id: cheap.id } });
    expect([rejected.status, rejected.body.msg]).toEqual([403, 'You do not have access to this.']);
  }
  const wrongSort = await server.get('/api/v1/listPaged/plan', { token, query: { sort: 'plan_cost_cents' } });
  expect([wrongSort.status, wrongSort.body.errors]).toEqual([
    400,
    [{ msg: 'Sort must be one of id, plan_name, plan_cost, max_users.', field: 'sort' }],
  ]);
});
