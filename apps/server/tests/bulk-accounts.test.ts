import { MAX_BULK_ROWS } from '@callpoint/contract/bulk';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildPlan } from '../src/factories/subscriptions.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';

/** Bulk changes of subscribers and plans, and exports of selected rows. */

const MISSING = 2_000_000_000;
const NO_RECORD = 'The record does not exist.';

async function world() {
  const server = await testServer();
  const admin = await buildAdmin(server.db);
  const [a, b] = [await buildTeam(server.db), await buildTeam(server.db)];
  return {
    server,
    a,
    b,
    admin,
    token: await server.tokenOf('admin', admin.id),
    teamToken: await server.tokenOf('team', a.id),
  };
}

const auditOf = (server: TestServer, action: string) =>
  server.db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'actor_role', 'actor_id'])
    .where('action', '=', action)
    .where('outcome', '=', 'done')
    .orderBy('id')
    .execute();

test('blocks and unblocks subscribers: each is audited, has an entry in its history, and is logged out with its users', async () => {
  const { server, a, b, admin, token, teamToken } = await world();
  const user = await buildAppUser(server.db, a.id);
  const phone = await server.tokenOf('app_user', user.id);
  const change = async (status: 0 | 1) =>
    (
      await server.post('/api/v1/bulkUpdate/team', {
        token,
        body: { ids: [a.id, MISSING, b.id, a.id], data: { status } },
      })
    ).body;
  expect(await change(0)).toEqual({
    ok: true,
    msg: '2 blocked, 1 failed.',
    data: { done: [a.id, b.id], failed: [{ id: MISSING, msg: NO_RECORD }] },
  });
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  expect((await server.get('/tapi/v1/listPaged/team', { token: teamToken })).status).toBe(401);
  expect(await auditOf(server, 'update')).toEqual(
    [a.id, b.id].map((subject_id) => ({
      subject: 'team',
      subject_id,
      actor_role: 'admin',
      actor_id: admin.id,
    })),
  );
  // Again: nothing changes, and the history has no second entry.
  expect((await change(0)).data.done).toEqual([a.id, b.id]);
  expect((await change(1)).msg).toBe('2 unblocked, 1 failed.');
  const history = await server.db
    .selectFrom('subscription_history')
    .select('descr')
    .where('team_id', '=', a.id)
    .orderBy('id')
    .execute();
  expect(history.map(({ descr }) => descr)).toEqual([
    'Signed up on the free plan.',
    'Blocked by an administrator.',
    'Unblocked by an administrator.',
  ]);
  // Old sessions stay revoked.
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
});

test('deletes plans that no subscriber has; the others fail with the names of their subscribers', async () => {
  const { server, a, admin, token } = await world();
  const [free, used] = [await buildPlan(server.db), await buildPlan(server.db)];
  await server.db.updateTable('team').set({ plan_id: used.id }).where('id', '=', a.id).execute();
  const { body } = await server.post('/api/v1/bulkDelete/plan', {
    token,
    body: { ids: [used.id, free.id, free.id, MISSING] },
  });
  expect(body).toEqual({
    ok: true,
    msg: '1 deleted, 2 failed.',
    data: {
      done: [free.id],
      failed: [
        {
          id: used.id,
          msg: `This plan can’t be deleted: it is used by ${a.account_name} (subscriber ${a.id}). Move them to another plan first.`,
        },
        { id: MISSING, msg: NO_RECORD },
      ],
    },
  });
  expect(await auditOf(server, 'delete')).toEqual([
    { subject: 'plan', subject_id: free.id, actor_role: 'admin', actor_id: admin.id },
  ]);
  const { items } = (await server.get('/api/v1/listPaged/plan', { token })).body;
  expect(items.map(({ id }: { id: number }) => id)).toEqual([used.id]);
  const deleted = await server.get('/api/v1/listPaged/deleted', { token });
  expect(deleted.body.items).toHaveLength(1);
});

test('concurrent deletions delete each plan once', async () => {
  const { server, token } = await world();
  const plans = [await buildPlan(server.db), await buildPlan(server.db)];
  const ids = plans.map(({ id }) => id);
  const both = await Promise.all(
    [1, 2].map(() => server.post('/api/v1/bulkDelete/plan', { token, body: { ids } })),
  );
  const done = both.flatMap(({ body }) => body.data.done as number[]);
  expect(done.toSorted((x, y) => x - y)).toEqual(ids);
  expect((await auditOf(server, 'delete')).map(({ subject_id }) => subject_id)).toEqual(ids);
});

test('a subscriber can block no subscriber, not even itself, and delete no plan', async () => {
  const { server, a, b, teamToken } = await world();
  const plan = await buildPlan(server.db);
  for (const base of ['/api/v1', '/tapi/v1']) {
    for (const [path, body] of [
      ['bulkUpdate/team', { ids: [a.id, b.id], data: { status: 0 } }],
      ['bulkDelete/plan', { ids: [plan.id] }],
    ] as const) {
      const { status } = await server.post(`${base}/${path}`, { token: teamToken, body });
      expect([base, path, status]).toEqual([base, path, 403]);
    }
  }
  const teams = await server.db.selectFrom('team').select('status').execute();
  expect(teams.map(({ status }) => status)).toEqual([1, 1]);
  expect(await server.db.selectFrom('plan').select('id').execute()).toHaveLength(1);
});

test('rejects no rows, too many, invalid ids and other fields, and changes nothing', async () => {
  const { server, a, token } = await world();
  const many = Array.from({ length: MAX_BULK_ROWS + 1 }, (_, index) => index + 1);
  for (const ids of [[], many, ['x'], [0], null]) {
    for (const [path, others] of [
      ['bulkUpdate/team', { data: { status: 0 } }],
      ['bulkDelete/plan', {}],
    ] as const) {
      const { status, body } = await server.post(`/api/v1/${path}`, { token, body: { ids, ...others } });
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([400, 'ids']);
    }
  }
  const body = { ids: [a.id], data: { status: 0, email: 'other@work.example' } };
  expect((await server.post('/api/v1/bulkUpdate/team', { token, body })).status).toBe(400);
  const teams = await server.db.selectFrom('team').select('status').execute();
  expect(teams.map(({ status }) => status)).toEqual([1, 1]);
});

async function exported(server: TestServer, path: string, token: string, query: object): Promise<string[][]> {
  const { body, status } = await server.get(path, { token, query: { ...query, zone: 'UTC' } });
  expect(status).toBe(200);
  return (body.csv as string)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('exports the selected subscribers; a subscriber gets only itself', async () => {
  const { server, a, b, token, teamToken } = await world();
  const c = await buildTeam(server.db, { status: 0 });
  const rows = await exported(server, '/api/v1/export/team', token, { filterin_id: `${a.id}|${c.id}` });
  expect(rows[0]?.slice(0, 6)).toEqual([
    'Account number',
    'First name',
    'Last name',
    'Email',
    'Account name',
    'Phone',
  ]);
  expect(rows.slice(1).map((row) => row[0])).toEqual([String(c.id), String(a.id)]);
  expect(rows[1]?.[rows[0]?.indexOf('Is blocked') ?? 0]).toBe('Yes');
  const query = { filterin_id: `${a.id}|${b.id}` };
  const own = await exported(server, '/tapi/v1/export/team', teamToken, query);
  expect(own.slice(1).map((row) => row[0])).toEqual([String(a.id)]);
  const [entry] = await auditOf(server, 'export');
  expect(entry).toMatchObject({ subject: 'team', actor_role: 'admin' });
});

test('exports plans by their filters and prices, or the selected ones; the console’s roles may, an app user may not', async () => {
  const { server, a, token, teamToken } = await world();
  const [dear, cheap, other] = [
    await buildPlan(server.db, { plan_name: 'Big, yearly', plan_cost_cents: 99_950, max_users: 500 }),
    await buildPlan(server.db, { plan_name: 'Small yearly', plan_cost_cents: 2_995, max_users: 10 }),
    await buildPlan(server.db, { plan_name: '=Trial()' }),
  ];
  const path = '/api/v1/export/plan';
  const query = { filter_search: 'yearly', sort: 'plan_cost', order: 'asc' };
  const { body } = await server.get(path, { token, query: { ...query, zone: 'Europe/Berlin' } });
  const [header, first, second, ...rest] = (body.csv as string).trimEnd().split('\r\n');
  expect(header).toBe(
    'Id,Plan name,Plan cost,Plan term,Stripe id,Max users,Changed (UTC),Changed (Europe/Berlin)',
  );
  expect(first).toMatch(new RegExp(`^${cheap.id},Small yearly,29.95,`));
  expect(second).toMatch(new RegExp(`^${dear.id},"Big, yearly",999.5,`));
  expect(rest).toEqual([]);
  const selected = await exported(server, path, teamToken, { filterin_id: `${dear.id}|${other.id}` });
  expect(selected.slice(1).map(([id]) => id)).toEqual([dear.id, other.id].map(String));
  // A spreadsheet shows it as text, and runs no formula.
  expect(selected[2]?.[1]).toBe("'=Trial()");
  const [entry] = await auditOf(server, 'export');
  expect(entry).toMatchObject({ subject: 'plan', actor_role: 'admin' });

  const tooMany = Array.from({ length: 201 }, (_, index) => index + 1).join('|');
  for (const filterin_id of ['x', '0', '1|', tooMany]) {
    const { status } = await server.get(path, { token, query: { filterin_id } });
    expect([filterin_id.slice(0, 9), status]).toEqual([filterin_id.slice(0, 9), 400]);
  }
  const user = await buildAppUser(server.db, a.id);
  const phone = await server.tokenOf('app_user', user.id);
  expect((await server.get(path, { token: phone })).status).toBe(403);
});

test('exports the selected records of both kinds, and the selected audit entries', async () => {
  const { server, a, b, token, teamToken } = await world();
  const own = await buildAppUser(server.db, a.id);
  const other = await buildAppUser(server.db, b.id);
  const stored = await storeSubmissions(server.db, [
    buildSubmission(own),
    buildSubmission(own),
    buildSubmission(own, { item: { kind: 'form', id: 3 } }),
    buildSubmission(other),
  ]);
  const [press, , form, theirs] = stored.map(({ id }) => id);
  const query = { filterin_record: `button-${press}|form-${form}|button-${theirs}|form-${MISSING / 10}` };
  const path = '/tapi/v1/export/record';
  const records = await exported(server, path, teamToken, query);
  expect(records).toHaveLength(3);
  const all = await exported(server, '/api/v1/export/record', token, query);
  expect(all).toHaveLength(4);
  const forms = await exported(server, path, teamToken, { filterin_record: `form-${form}` });
  expect(forms).toHaveLength(2);
  for (const wrong of ['button', 'button-0', 'press-1', 'button-1;2']) {
    const { status } = await server.get(path, { token: teamToken, query: { filterin_record: wrong } });
    expect([wrong, status]).toEqual([wrong, 400]);
  }
  const entries = (await server.get('/api/v1/listPaged/audit', { token })).body.items as { id: number }[];
  expect(entries.length).toBeGreaterThan(1);
  const lines = await exported(server, '/api/v1/export/audit', token, { filterin_id: entries[0]?.id });
  expect(lines.slice(1).map((row) => row[0])).toEqual([String(entries[0]?.id)]);
});
