import { randomUUID } from 'node:crypto';
import { pushCalls } from '@callpoint/contract/push';
import type { HistoryEntry } from '@callpoint/contract/subscriptions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { pagedList } from '../../db/lists/paged-list.ts';
import { TABLES } from '../../db/tables.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { subscriberRows } from './subscribers.lists.ts';

test('a team sees only itself in the list of subscribers, an administrator sees all', async () => {
  const server = await testServer();
  const [a, b] = [await buildTeam(server.db), await buildTeam(server.db)];
  const token = await server.tokenOf('team', a.id);
  const ids = async (who: string, query: Record<string, string | number>) => {
    const { body } = await server.get('/api/v1/listPaged/team', { token: who, query });
    return body.items.map(({ id }: { id: number }) => id);
  };
  expect(await ids(token, {})).toEqual([a.id]);
  expect(await ids(token, { filter_id: b.id, my: 'yes', myId: b.id })).toEqual([]);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  expect(await ids(admin, { order: 'asc' })).toEqual([a.id, b.id]);
});

async function administered() {
  const server = await testServer();
  return { server, token: await server.tokenOf('admin', (await buildAdmin(server.db)).id) };
}

const ACCOUNT = {
  email: 'Tess@smith.example',
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: '+1 (202) 555-0143',
  password: 'Quiet-harbour-77',
};

function logIn(server: TestServer, email: string, password = FACTORY_PASSWORD) {
  return server.post('/sapi/v1/login', { body: { email, password, role: 'team' } });
}

test('an administrator creates a subscriber, who can log in and has every setting', async () => {
  const { server, token } = await administered();
  const created = await server.post('/api/v1/create/team', {
    token,
    query: { create_settings_row: 'yes' },
    body: { data: ACCOUNT },
  });
  expect(created.body).toEqual({
    ok: true,
    msg: 'Subscriber Account Created successfully.',
    data: { id: expect.any(Number) },
  });
  const login = await logIn(server, ACCOUNT.email, ACCOUNT.password);
  expect(login.body.data.user).toMatchObject({ id: created.body.data.id, account_name: 'Smith & Sons' });
  const settings = await server.get('/tapi/v1/listPaged/settings', {
    token: login.body.data.token,
    query: { filter_setting_key: 'mail_to_admin_emails_5' },
  });
  expect(settings.body.items[0].setting_value).toBe(ACCOUNT.email);
  const history = await server.get('/api/v1/listPaged/subscription_history', { token });
  expect(history.body.items).toEqual([
    expect.objectContaining({
      team_id: created.body.data.id,
      descr: 'Account created on the free plan.',
      actor_role: 'admin',
    }),
  ]);
});

test('an invalid new subscriber is rejected with all problems; a taken address is rejected', async () => {
  const { server, token } = await administered();
  const create = (data: object, as = token) =>
    server.post('/api/v1/create/team', { token: as, body: { data } });
  const wrong = await create({ ...ACCOUNT, email: 'tess@', phone: '1', password: 'short', status: 1, id: 7 });
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [
      { msg: 'Email must be an email address, like name@example.com.', field: 'data.email' },
      { msg: 'Phone must have 7 to 15 digits, like +1 202 555 0143.', field: 'data.phone' },
      { msg: 'Password must be at least 8 characters.', field: 'data.password' },
      { msg: 'Status is not a known field.', field: 'data.status' },
      { msg: 'Id is not a known field.', field: 'data.id' },
    ],
  ]);
  const common = await create({ ...ACCOUNT, password: 'password1' });
  expect([common.status, common.body.errors[0].field]).toEqual([400, 'data.password']);
  expect(await server.db.selectFrom('team').select('id').execute()).toEqual([]);

  const another = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const both = await Promise.all([
    create({ ...ACCOUNT, email: 'a@smith.example' }),
    create({ ...ACCOUNT, email: 'A@SMITH.example' }, another),
  ]);
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  const taken = await create({ ...ACCOUNT, email: 'a@Smith.example' });
  const msg = 'This email address already has an account.';
  expect([taken.status, taken.body]).toEqual([
    409,
    { ok: false, msg, errors: [{ msg, field: 'data.email' }] },
  ]);
});

test('blocking a subscriber revokes its sessions and its users’ permanently; after unblocking both can sign in', async () => {
  const { server, token } = await administered();
  const [team, other] = [await buildTeam(server.db), await buildTeam(server.db)];
  const user = await buildAppUser(server.db, team.id);
  const session = await server.tokenOf('team', team.id);
  const elsewhere = await server.tokenOf('team', other.id);
  const phone = await server.tokenOf('app_user', user.id);
  const press = (as = phone) =>
    server.post('/mapi/v1/button_click', {
      token: as,
      body: { client_id: randomUUID(), button_id: 5 },
    });
  const setStatus = (status: unknown) =>
    server.post('/api/v1/update/team', { token, body: { id: team.id, data: { status } } });
  const profile = (who: string) => server.get('/tapi/v1/listPaged/team', { token: who });
  expect((await press()).status).toBe(200);

  expect((await setStatus(0)).body).toEqual({
    ok: true,
    msg: 'Updated Successfully.',
    data: { updated_at: expect.any(String) },
  });
  const rejected = await profile(session);
  expect([rejected.status, rejected.body.msg]).toEqual([
    401,
    'This account is blocked. Contact us to unblock it.',
  ]);
  const pressed = await press();
  expect([pressed.status, pressed.body.msg]).toEqual([
    401,
    'Your organization’s account is blocked, so nothing can be sent. Call your safety team.',
  ]);
  expect(await server.db.selectFrom('button_click').select('id').execute()).toHaveLength(1);
  const login = await logIn(server, team.email);
  expect([login.status, login.body]).toEqual([
    403,
    [{ msg: 'This account is blocked. Contact us to unblock it.' }],
  ]);
  expect((await profile(elsewhere)).status).toBe(200);
  const listed = await server.get('/api/v1/listPaged/team', { token, query: { filter_id: team.id } });
  expect(listed.body.items[0].status).toBe(0);

  expect((await setStatus('1')).body.ok).toBe(true);
  // Nothing changes, so the history has no new entry.
  expect((await setStatus(1)).body.ok).toBe(true);
  const history = await server.get('/api/v1/listPaged/subscription_history', {
    token,
    query: { filter_team_id: team.id, per_page: 2 },
  });
  expect(history.body.items.map(({ descr, actor_role }: HistoryEntry) => [descr, actor_role])).toEqual([
    ['Unblocked by an administrator.', 'admin'],
    ['Blocked by an administrator.', 'admin'],
  ]);
  const signedOut = 'You were logged out. Please log in again.';
  const [oldSession, oldPress] = [await profile(session), await press()];
  expect([oldSession.status, oldSession.body.msg]).toEqual([401, signedOut]);
  expect([oldPress.status, oldPress.body.msg]).toEqual([401, signedOut]);
  expect((await logIn(server, team.email)).status).toBe(200);
  const signedIn = await server.post('/mapi/v1/login', {
    body: { email: user.email, password: FACTORY_PASSWORD },
  });
  expect((await press(signedIn.body.data.token)).status).toBe(200);
  const wrong = await setStatus(2);
  expect(wrong.body.errors).toEqual([
    { msg: 'Status must be 1 (active) or 0 (blocked).', field: 'data.status' },
  ]);
});

test('an administrator sets a subscriber’s password: the old password stops working and sessions are revoked', async () => {
  const { server, token } = await administered();
  const team = await buildTeam(server.db);
  const session = await server.tokenOf('team', team.id);
  const set = (password: string) =>
    server.post('/api/v1/update/team', { token, body: { id: team.id, data: { password } } });
  expect((await set('password1')).body.errors[0].field).toBe('data.password');
  expect((await logIn(server, team.email)).status).toBe(200);
  expect((await set(ACCOUNT.password)).body.ok).toBe(true);
  expect((await server.get('/tapi/v1/listPaged/team', { token: session })).status).toBe(401);
  expect((await logIn(server, team.email)).status).toBe(401);
  expect((await logIn(server, team.email, ACCOUNT.password)).status).toBe(200);
  expect((await server.get('/api/v1/listPaged/team', { token })).status).toBe(200);
});

test('another address of a subscriber ends its sessions of the console, with their push messages, and not those of its phones', async () => {
  const { server, token } = await administered();
  const team = await buildTeam(server.db, { email: 'tess@smith.example' });
  const user = await buildAppUser(server.db, team.id);
  const [session, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  const { subscribe, subscribeConsole } = pushCalls;
  for (const [path, as, body] of [
    ['/tapi/v1/push_subscription', session, subscribeConsole.example.body],
    [
      '/mapi/v1/push_subscription',
      phone,
      { ...subscribe.example.body, endpoint: 'https://push.example.com/send/phone' },
    ],
  ] as const)
    expect((await server.post(path, { token: as, body })).status).toBe(200);
  const subscribed = async () =>
    (await server.db.selectFrom('push_subscription').select('app_user_id').execute()).map(
      ({ app_user_id }) => app_user_id,
    );
  const change = (email: string) =>
    server.post('/api/v1/update/team', { token, body: { id: team.id, data: { email } } });
  const profile = () => server.get('/tapi/v1/listPaged/team', { token: session });

  expect((await change('Tess@Smith.example')).status).toBe(200);
  expect((await profile()).status).toBe(200);
  expect(await subscribed()).toHaveLength(2);

  expect((await change('new@smith.example')).status).toBe(200);
  const rejected = await profile();
  expect([rejected.status, rejected.body.msg]).toEqual([401, 'You were logged out. Please log in again.']);
  expect(await subscribed()).toEqual([user.id]);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(200);
  expect((await server.get('/api/v1/listPaged/team', { token })).status).toBe(200);
  expect((await logIn(server, 'new@smith.example')).status).toBe(200);
});

test('a subscriber changes its own names, phone and password, not its status and address', async () => {
  const server = await testServer();
  const [team, other] = [await buildTeam(server.db), await buildTeam(server.db)];
  const [mine, second] = [await server.tokenOf('team', team.id), await server.tokenOf('team', team.id)];
  const update = (body: object, base = '/api/v1') =>
    server.post(`${base}/update/team`, { token: mine, body });
  const data = { account_name: 'New & Co', first_name: 'Ann', last_name: 'Lee', phone: '+1 202 555 0199' };
  for (const base of ['/api/v1', '/tapi/v1']) {
    expect((await update({ id: team.id, data }, base)).body).toEqual({
      ok: true,
      msg: 'Updated Successfully.',
      data: { updated_at: expect.any(String) },
    });
  }
  const profile = await server.get('/api/v1/listPaged/team', {
    token: mine,
    query: { filter_id: team.id, my: 'yes', myId: team.id },
  });
  expect(profile.body.items).toEqual([expect.objectContaining({ id: team.id, ...data })]);

  const rejected = await update({ id: team.id, data: { status: 1, email: 'x@y.example', first_name: 'B' } });
  expect([rejected.status, rejected.body.errors]).toEqual([
    400,
    [
      { msg: 'Only an administrator can change status.', field: 'data.status' },
      { msg: 'Only an administrator can change email.', field: 'data.email' },
    ],
  ]);
  const unknown = await update({
    id: team.id,
    data: { first_name: 'B', max_users: 500, plan: 'paid', is_paid: 1 },
  });
  expect(unknown.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'data.max_users',
    'data.plan',
    'data.is_paid',
  ]);
  const nothing = await update({ id: team.id, data: {} });
  expect(nothing.body.errors).toEqual([{ msg: 'Data has nothing to change.', field: 'data' }]);

  const [theirs, nobodys] = [await update({ id: other.id, data }), await update({ id: 999_999, data })];
  expect(theirs.status).toBe(404);
  expect([theirs.status, theirs.body]).toEqual([nobodys.status, nobodys.body]);
  const row = (id: number) =>
    server.db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await row(other.id)).toEqual(other);
  expect(await row(team.id)).toMatchObject({ status: 1, email: team.email, max_users: 10, plan: 'free' });

  expect((await update({ id: team.id, data: { password: ACCOUNT.password } })).body.ok).toBe(true);
  expect((await server.get('/tapi/v1/listPaged/team', { token: mine })).status).toBe(200);
  expect((await server.get('/tapi/v1/listPaged/team', { token: second })).status).toBe(401);
  expect((await logIn(server, team.email, ACCOUNT.password)).status).toBe(200);
});

test('a change to another subscriber’s address is rejected, also for two concurrent changes', async () => {
  const { server, token } = await administered();
  const [a, b, c] = [await buildTeam(server.db), await buildTeam(server.db), await buildTeam(server.db)];
  const move = (id: number, email: string) =>
    server.post('/api/v1/update/team', { token, body: { id, data: { email } } });
  const taken = await move(a.id, b.email.toUpperCase());
  expect([taken.status, taken.body.errors]).toEqual([
    409,
    [{ msg: 'This email address already has an account.', field: 'data.email' }],
  ]);
  // A subscriber may write its own address in another case.
  expect((await move(a.id, a.email.toUpperCase())).status).toBe(200);
  const both = await Promise.all([move(b.id, 'new@smith.example'), move(c.id, 'NEW@smith.example')]);
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
});

test('the list has the text next to each plan', async () => {
  const { server, token } = await administered();
  const plan = await buildPlan(server.db);
  const until = '2999-12-31T23:59:59.999Z';
  await buildTeam(server.db, { account_name: 'Free' });
  await buildTeam(server.db, { account_name: 'Paid', plan: 'paid', is_paid: 1, plan_id: plan.id });
  await buildTeam(server.db, {
    account_name: 'Upgraded',
    plan: 'upgrade_by_admin',
    plan_id: plan.id,
    plan_expires_at: until,
  });
  const list = async (query: Record<string, string | number>) =>
    (await server.get('/api/v1/listPaged/team', { token, query })).body;
  const { items } = await list({ sort: 'account_name', order: 'asc' });
  expect(
    items.map(({ plan: kind, plan_obj, is_paid }: Record<string, unknown>) => [kind, plan_obj, is_paid]),
  ).toEqual([
    ['free', null, 0],
    ['paid', '1-10 end users - Monthly ( $29.95/monthly )', 1],
    ['upgrade_by_admin', until, 0],
  ]);
  expect(JSON.stringify(items)).not.toMatch(/password|argon2/);
  expect((await list({ page: 2, per_page: 2 })).pagination).toEqual({
    page: 2,
    pageSize: 2,
    pageCount: 2,
    total: 3,
  });
  expect((await list({ sort: 'password_hash' })).errors[0].field).toBe('sort');
  expect((await list({ filter_email: 'x' })).errors).toEqual([
    { msg: 'Filter email is not a field that this list can be filtered by.', field: 'filter_email' },
  ]);
});

test('the list has the number of app users of each subscriber, including blocked ones', async () => {
  const server = await testServer();
  const [empty, one, two] = [
    await buildTeam(server.db),
    await buildTeam(server.db),
    await buildTeam(server.db),
  ];
  await buildAppUser(server.db, one.id);
  await buildAppUser(server.db, two.id, { status: 0 });
  await buildAppUser(server.db, two.id);
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const { body } = await server.get('/api/v1/listPaged/team', { token, query: { order: 'asc' } });
  expect(
    body.items.map(({ id, used_users }: { id: number; used_users: number }) => [id, used_users]),
  ).toEqual([
    [empty.id, 0],
    [one.id, 1],
    [two.id, 2],
  ]);
});

test('the list of blocked subscribers costs the same with many others as with few', async () => {
  const { db } = await testDatabase();
  const { id } = await buildTeam(db, { status: 0 });
  const columns = Object.keys(TABLES.team).filter((name) => !['id', 'email', 'status'].includes(name));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await expectSameCost(db, {
    table: 'team',
    add: (from, to) =>
      sql`insert into team (email, status, ${names}) select 'other' || i || '@team.example', 1, ${names}
        from ${numbersFrom(from, to)} as numbers cross join team where team.id = ${sql.lit(id)}`.execute(db),
    work: async (on) => {
      const request = { page: 1, per_page: 20, sort: 'id', order: 'desc', filter_status: 0 } as const;
      const { items } = await pagedList(on, null, subscriberRows, request);
      expect(items).toHaveLength(1);
    },
  });
});
