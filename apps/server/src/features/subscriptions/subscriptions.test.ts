import { expect, test } from 'vitest';
import { PlatformDb } from '../../db/handles/platform.ts';
import { openDatabase } from '../../db/connection.ts';
import type { Row } from '../../db/rows.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildHistory, buildPlan, buildSubscription } from '../../factories/subscriptions.ts';
import { failUnlessClosed, testDatabase } from '../../testing/databases/database.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { endExpiredUpgrades } from './subscriptions.repository.ts';

async function world() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const admin = await buildAdmin(server.db);
  return {
    server,
    team,
    admin,
    adminToken: await server.tokenOf('admin', admin.id),
    teamToken: await server.tokenOf('team', team.id),
    plan: await buildPlan(server.db, { plan_stripe_id: 'price_50', max_users: 50, plan_cost_cents: 9995 }),
  };
}

async function teamRow(server: TestServer, id: number): Promise<Row<'team'>> {
  return await server.db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function historyOf(server: TestServer, token: string, teamId: number) {
  const query = { filter_team_id: teamId, my: 'yes' };
  return (await server.get('/api/v1/listPaged/subscription_history', { token, query })).body.items;
}

const upgrade = (server: TestServer, token: string, query: Record<string, string | number>) =>
  server.get('/api/v1/upgradeByAdmin', { token, query });
const convert = (server: TestServer, token: string, teamId: number, base = '/api/v1') =>
  server.get(`${base}/convertToFree`, { token, query: { team_id: teamId } });

test('an upgrade sets the plan and its maximum of users, and the history has its actor and time', async () => {
  const { server, team, admin, adminToken, teamToken, plan } = await world();
  const before = Date.now();
  const response = await upgrade(server, adminToken, { team_id: team.id, selectedPlan: 'price_50|50' });
  expect([response.status, response.body]).toEqual([200, { ok: true, msg: 'Updated Successfully.' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await teamRow(server, team.id)).toMatchObject({
    plan: 'upgrade_by_admin',
    plan_id: plan.id,
    plan_expires_at: null,
    max_users: 50,
    is_paid: 0,
  });
  const profile = await server.get('/api/v1/listPaged/team', { token: teamToken, query: { my: 'yes' } });
  expect(profile.body.items[0]).toMatchObject({
    plan: 'upgrade_by_admin',
    plan_obj: null,
    plan_id: plan.id,
    max_users: 50,
  });

  const [newest] = await historyOf(server, teamToken, team.id);
  expect(newest).toEqual({
    id: expect.any(Number),
    team_id: team.id,
    changed_on: expect.stringMatching(/Z$/),
    descr: 'Upgraded by an administrator to 1-10 end users - Monthly ( $99.95/monthly ).',
    actor_role: 'admin',
  });
  expect(Date.parse(newest.changed_on)).toBeGreaterThanOrEqual(before - 1000);
  const row = await server.db
    .selectFrom('subscription_history')
    .select('actor_id')
    .where('id', '=', newest.id)
    .executeTakeFirst();
  expect(row).toEqual({ actor_id: admin.id });
});

test('max_users is that of the plan: an upgrade allows more users, the return to the free plan does not', async () => {
  const { server, team, adminToken, teamToken } = await world();
  await server.db.updateTable('team').set({ max_users: 1 }).execute();
  await buildAppUser(server.db, team.id);
  const add = (number: number) =>
    server.post('/tapi/v1/createCustom/app_user', {
      token: teamToken,
      body: {
        data: {
          team_id: team.id,
          name: 'Ann Lee',
          email: `ann${number}@work.example`,
          phone: '+1 202 555 0143',
          password: 'Quiet-harbour-77',
        },
      },
    });
  const full = await add(1);
  expect([full.status, full.body.msg]).toEqual([409, 'Your plan allows 1 app users.']);
  await buildPlan(server.db, { plan_stripe_id: 'price_2', max_users: 2 });
  await upgrade(server, adminToken, { team_id: team.id, selectedPlan: 'price_2|2' });
  expect((await add(1)).status).toBe(200);
  expect((await add(2)).body.msg).toBe('Your plan allows 2 app users.');
  await convert(server, teamToken, team.id);
  expect((await teamRow(server, team.id)).max_users).toBe(10);
});

test('an upgrade until a day lasts to the end of that day, in UTC; until a moment, to the moment', async () => {
  const { server, team, adminToken, teamToken } = await world();
  const selectedPlan = 'price_50|50';
  const ends = async (expires_on: string) => {
    const { status } = await upgrade(server, adminToken, { team_id: team.id, selectedPlan, expires_on });
    return [status, (await teamRow(server, team.id)).plan_expires_at];
  };
  const today = new Date().toISOString().slice(0, 10);
  expect(await ends(today)).toEqual([200, `${today}T23:59:59.999Z`]);
  expect(await ends('2999-02-28')).toEqual([200, '2999-02-28T23:59:59.999Z']);
  expect(await ends('2999-12-31T18:30:00+05:30')).toEqual([200, '2999-12-31T13:00:00.000Z']);
  const profile = await server.get('/api/v1/listPaged/team', { token: teamToken });
  expect(profile.body.items[0].plan_obj).toBe('2999-12-31T13:00:00.000Z');
  const [newest, previous] = await historyOf(server, teamToken, team.id);
  expect(newest.descr).toContain(', until Dec 31, 2999, 1:00 PM UTC.');
  expect(previous.descr).toContain(', until Feb 28, 2999.');
  expect(await ends('')).toEqual([200, null]);
});

test.each([
  [{ expires_on: '2020-01-01' }, 400, 'expires_on', 'Expires on must be in the future.'],
  [{ expires_on: '2999-02-30' }, 400, 'expires_on', 'Expires on must be a date like 2026-12-31.'],
  [{ expires_on: 'tomorrow' }, 400, 'expires_on', 'Expires on must be a date like 2026-12-31.'],
  [
    { expires_on: '9999-12-31T23:00:00-12:00' },
    400,
    'expires_on',
    'Expires on must be a date like 2026-12-31.',
  ],
  [{ selectedPlan: 'price_50|49' }, 400, 'selectedPlan', 'The plan does not exist.'],
  [{ selectedPlan: 'price_51|50' }, 400, 'selectedPlan', 'The plan does not exist.'],
  [
    { selectedPlan: 'price_50' },
    400,
    'selectedPlan',
    'SelectedPlan must be a plan id and a number of users joined with a bar, like plan_123|10.',
  ],
  [{ team_id: 999_999 }, 404, 'team_id', 'The subscriber does not exist.'],
  [{ team_id: 'x' }, 400, 'team_id', 'Team id must be a whole number from 1.'],
])('an upgrade with %j is rejected and changes nothing', async (query, status, field, msg) => {
  const { server, team, adminToken } = await world();
  const before = await teamRow(server, team.id);
  const response = await upgrade(server, adminToken, {
    team_id: team.id,
    selectedPlan: 'price_50|50',
    ...(query as Record<string, string | number>),
  });
  expect([response.status, response.body]).toEqual([status, { ok: false, msg, errors: [{ msg, field }] }]);
  expect(await teamRow(server, team.id)).toEqual(before);
  expect(await historyOf(server, adminToken, team.id)).toHaveLength(1);
});

test('missing parameters of an upgrade are named', async () => {
  const { server, adminToken } = await world();
  const { body } = await upgrade(server, adminToken, {});
  expect(body.errors).toEqual([
    { msg: 'Team id is required.', field: 'team_id' },
    { msg: 'SelectedPlan is required.', field: 'selectedPlan' },
  ]);
});

test('an administrator, or the subscriber itself on either base, can stop an upgrade', async () => {
  const { server, team, adminToken, teamToken } = await world();
  for (const [token, base, role] of [
    [adminToken, '/api/v1', 'admin'],
    [teamToken, '/api/v1', 'team'],
    [teamToken, '/tapi/v1', 'team'],
  ] as const) {
    await upgrade(server, adminToken, {
      team_id: team.id,
      selectedPlan: 'price_50|50',
      expires_on: '2999-12-31',
    });
    const response = await convert(server, token, team.id, base);
    expect([response.status, response.body]).toEqual([200, { ok: true, msg: 'Updated Successfully.' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await teamRow(server, team.id)).toMatchObject({
      plan: 'free',
      plan_id: null,
      plan_expires_at: null,
      max_users: 10,
    });
    const [newest] = await historyOf(server, teamToken, team.id);
    expect([newest.descr, newest.actor_role]).toEqual([
      'The upgrade was stopped: back on the free plan.',
      role,
    ]);
  }
});

test('a subscriber can convert only itself: another gets the same response as a missing one', async () => {
  const { server, adminToken, teamToken } = await world();
  const other = await buildTeam(server.db);
  await upgrade(server, adminToken, { team_id: other.id, selectedPlan: 'price_50|50' });
  const before = await teamRow(server, other.id);
  for (const base of ['/api/v1', '/tapi/v1']) {
    const [theirs, unknown] = [
      await convert(server, teamToken, other.id, base),
      await convert(server, teamToken, 999_999, base),
    ];
    const msg = 'The subscriber does not exist.';
    expect([theirs.status, theirs.body]).toEqual([
      404,
      { ok: false, msg, errors: [{ msg, field: 'team_id' }] },
    ]);
    expect([unknown.status, unknown.body]).toEqual([theirs.status, theirs.body]);
  }
  expect(await teamRow(server, other.id)).toEqual(before);
});

test('a subscriber on the free plan is not converted, and one that pays is not upgraded', async () => {
  const { server, team, adminToken, teamToken } = await world();
  const free = await convert(server, teamToken, team.id);
  expect([free.status, free.body.msg]).toEqual([409, 'This subscriber is already on the free plan.']);
  await server.db.updateTable('team').set({ plan: 'paid', is_paid: 1, subscription_id: 'sub_1' }).execute();
  const { status, body } = await upgrade(server, adminToken, {
    team_id: team.id,
    selectedPlan: 'price_50|50',
  });
  const msg = 'This subscriber pays for its plan. Change that plan, or stop the subscription first.';
  expect([status, body]).toEqual([409, { ok: false, msg, errors: [{ msg, field: 'team_id' }] }]);
  expect(await historyOf(server, teamToken, team.id)).toHaveLength(1);
});

test('a paid plan without a subscription at the payment provider is converted', async () => {
  const { server, team, adminToken } = await world();
  await server.db.updateTable('team').set({ plan: 'paid', is_paid: 1, max_users: 50 }).execute();
  expect((await convert(server, adminToken, team.id)).status).toBe(200);
  expect(await teamRow(server, team.id)).toMatchObject({ plan: 'free', max_users: 10 });
  const [newest] = await historyOf(server, adminToken, team.id);
  expect(newest.descr).toBe('The plan was stopped: back on the free plan.');
});

test('concurrent calls that stop an upgrade stop it once', async () => {
  const { server, team, adminToken, teamToken } = await world();
  for (let round = 1; round <= 5; round += 1) {
    await upgrade(server, adminToken, { team_id: team.id, selectedPlan: 'price_50|50' });
    const responses = await Promise.all([
      convert(server, teamToken, team.id),
      convert(server, adminToken, team.id),
      convert(server, teamToken, team.id, '/tapi/v1'),
    ]);
    expect(responses.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409, 409]);
    expect(await historyOf(server, teamToken, team.id)).toHaveLength(1 + 2 * round);
  }
});

test('an expired upgrade ends once, also if two processes detect it concurrently', async () => {
  const { db, location } = await testDatabase();
  // SQLite has one process, whose checks may still be concurrent.
  const second = location.kind === 'sqlite' ? db : openDatabase(location, failUnlessClosed);
  try {
    const expiredAt = '2026-11-20T23:59:59.999Z';
    const expired = [];
    for (let number = 0; number < 5; number += 1) {
      expired.push(
        await buildTeam(db, { plan: 'upgrade_by_admin', plan_expires_at: expiredAt, max_users: 50 }),
      );
    }
    const lasting = await buildTeam(db, {
      plan: 'upgrade_by_admin',
      plan_expires_at: '2026-11-21T23:59:59.999Z',
      max_users: 50,
    });
    const forever = await buildTeam(db, { plan: 'upgrade_by_admin', max_users: 50 });
    const now = new Date('2026-11-21T00:00:00.000Z');
    const counts = await Promise.all([
      endExpiredUpgrades(new PlatformDb(db), now),
      endExpiredUpgrades(new PlatformDb(second), now),
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await endExpiredUpgrades(new PlatformDb(db), now)).toBe(0);

    const teams = await db
      .selectFrom('team')
      .select(['id', 'plan', 'max_users', 'plan_expires_at'])
      .orderBy('id')
      .execute();
    const free = { plan: 'free', max_users: 10, plan_expires_at: null };
    const unchanged = { plan: 'upgrade_by_admin', max_users: 50 };
    expect(teams).toEqual([
      ...expired.map(({ id }) => ({ id, ...free })),
      { id: lasting.id, ...unchanged, plan_expires_at: '2026-11-21T23:59:59.999Z' },
      { id: forever.id, ...unchanged, plan_expires_at: null },
    ]);
    const lines = await db
      .selectFrom('subscription_history')
      .select(['team_id', 'descr', 'actor_role', 'actor_id'])
      .where('actor_role', '=', 'system')
      .orderBy('team_id')
      .execute();
    expect(lines).toEqual(
      expired.map(({ id }) => ({
        team_id: id,
        descr: 'The upgrade ended on Nov 20, 2026: back on the free plan.',
        actor_role: 'system',
        actor_id: null,
      })),
    );
  } finally {
    if (second !== db) await second.destroy();
  }
});

test('getSubData returns the provider’s data of one’s own subscription; another’s is like an unknown one', async () => {
  const { server, team, adminToken, teamToken } = await world();
  const other = await buildTeam(server.db);
  const provided = {
    created: '2026-01-05T10:00:00.000Z',
    current_period_start: '2026-11-05T10:00:00.000Z',
    current_period_end: '2026-12-05T10:00:00.000Z',
    trial_end: null,
  };
  await buildSubscription(server.db, {
    id: 'sub_mine',
    team_id: team.id,
    cancel_at_period_end: 1,
    ...provided,
  });
  await buildSubscription(server.db, {
    id: 'sub_theirs',
    team_id: other.id,
    cancel_at_period_end: 0,
    ...provided,
  });
  const data = async (token: string, sub_id: string, base = '/api/v1') => {
    const { status, body } = await server.get(`${base}/getSubData`, { token, query: { sub_id } });
    return [status, body];
  };
  const mine = { ok: true, data: { id: 'sub_mine', ...provided, cancel_at_period_end: true } };
  expect(await data(teamToken, 'sub_mine')).toEqual([200, mine]);
  expect(await data(teamToken, 'sub_mine', '/tapi/v1')).toEqual([200, mine]);
  expect((await data(adminToken, 'sub_theirs'))[0]).toBe(200);
  const msg = 'The subscription does not exist.';
  const unknown = [404, { ok: false, msg, errors: [{ msg, field: 'sub_id' }] }];
  expect(await data(teamToken, 'sub_unknown')).toEqual(unknown);
  expect(await data(teamToken, 'sub_theirs')).toEqual(unknown);
  expect(await data(teamToken, 'sub_theirs', '/tapi/v1')).toEqual(unknown);
  const missing = await server.get('/api/v1/getSubData', { token: teamToken });
  expect([missing.status, missing.body.errors]).toEqual([
    400,
    [{ msg: 'Sub id is required.', field: 'sub_id' }],
  ]);
});

test('the history is the caller’s own, newest first, page by page', async () => {
  const { server, team, adminToken, teamToken } = await world();
  const other = await buildTeam(server.db);
  await buildHistory(
    server.db,
    team.id,
    ['2026-11-01', '2026-11-02'].map((day) => ({
      changed_on: `${day}T08:00:00.000Z`,
      descr: `On ${day}`,
      actor_role: 'admin',
      actor_id: 1,
    })),
  );
  const list = async (token: string, query: Record<string, string | number>) =>
    (await server.get('/api/v1/listPaged/subscription_history', { token, query })).body;
  const page = await list(teamToken, { sort: 'changed_on', order: 'asc', per_page: 2 });
  expect(page.items.map(({ descr }: { descr: string }) => descr)).toEqual(['On 2026-11-01', 'On 2026-11-02']);
  expect(page.pagination).toEqual({ page: 1, pageSize: 2, pageCount: 2, total: 3 });
  expect((await list(teamToken, { filter_team_id: other.id, my: 'yes' })).items).toEqual([]);
  expect((await list(adminToken, { filter_team_id: other.id })).items).toHaveLength(1);
  const found = await list(teamToken, { filter_search: 'on 2026-11-02' });
  expect(found.items.map(({ descr }: { descr: string }) => descr)).toEqual(['On 2026-11-02']);
  expect((await list(teamToken, { filter_search: '%' })).items).toEqual([]);
  expect((await list(adminToken, {})).items).toHaveLength(4);
});
