import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../../testing/server.ts';

async function twoTeams(server: TestServer) {
  const [a, b] = [await buildTeam(server.db), await buildTeam(server.db)];
  return { a, b, tokenA: await server.tokenOf('team', a.id), tokenB: await server.tokenOf('team', b.id) };
}

const NEW = {
  name: 'Ann Lee',
  email: 'Ann.Lee@work.example',
  phone: '+1 202 555 0143',
  password: 'Quiet-harbour-77',
};

test('a team creates an app user, who can sign in on the phone', async () => {
  const server = await testServer();
  const { a, tokenA } = await twoTeams(server);
  const created = await server.post('/tapi/v1/createCustom/app_user', {
    token: tokenA,
    body: { data: { team_id: String(a.id), ...NEW } },
  });
  expect(created.body).toEqual({
    ok: true,
    msg: 'App user Account Created successfully.',
    data: { id: expect.any(Number) },
  });
  const list = await server.get('/tapi/v1/listPaged/app_user', { token: tokenA, query: { my: 'yes' } });
  expect(list.body).toEqual({
    ok: true,
    items: [
      {
        id: created.body.data.id,
        team_id: a.id,
        name: NEW.name,
        email: NEW.email,
        phone: NEW.phone,
        status: 1,
        sms_consent: null,
        sms_stopped_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ],
    pagination: { page: 1, pageSize: 20, pageCount: 1, total: 1 },
  });
  const login = await server.post('/mapi/v1/login', {
    body: { email: 'ann.lee@WORK.example', password: NEW.password },
  });
  expect(login.status).toBe(200);
});

test('an invalid new app user is rejected with all problems, and nothing is stored', async () => {
  const server = await testServer();
  const { a, tokenA } = await twoTeams(server);
  const response = await server.post('/tapi/v1/createCustom/app_user', {
    token: tokenA,
    body: {
      data: {
        team_id: a.id,
        name: 'Ann\r\nBcc: x@y.example',
        email: 'ann@work.example\r\n',
        phone: '12',
        password: 'short',
        role: 'admin',
      },
    },
  });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([
    { msg: 'Name must be one line without control characters.', field: 'data.name' },
    { msg: 'Email must be one line without control characters.', field: 'data.email' },
    { msg: 'Email must be an email address, like name@example.com.', field: 'data.email' },
    { msg: 'Phone must have 7 to 15 digits, like +1 202 555 0143.', field: 'data.phone' },
    { msg: 'Password must be at least 8 characters.', field: 'data.password' },
    { msg: 'Role is not a known field.', field: 'data.role' },
  ]);
  expect(await server.db.selectFrom('app_user').select('id').execute()).toEqual([]);
});

test('a team creates users only for itself: another team gets the same response as a missing one', async () => {
  const server = await testServer();
  const { b, tokenA } = await twoTeams(server);
  const create = (teamId: number) =>
    server.post('/tapi/v1/createCustom/app_user', {
      token: tokenA,
      body: { data: { team_id: teamId, ...NEW } },
    });
  const [other, unknown] = [await create(b.id), await create(999_999)];
  expect(other.status).toBe(404);
  expect([other.status, other.body]).toEqual([unknown.status, unknown.body]);
  expect(await server.db.selectFrom('app_user').select('id').execute()).toEqual([]);
});

test('an address belongs to one person: a second one is rejected in any case, also if both calls are concurrent', async () => {
  const server = await testServer();
  const { a, tokenA, tokenB, b } = await twoTeams(server);
  await buildAppUser(server.db, b.id, { email: 'taken@work.example' });
  const create = (email: string, token: string, teamId: number) =>
    server.post('/tapi/v1/createCustom/app_user', {
      token,
      body: { data: { team_id: teamId, ...NEW, email } },
    });
  const taken = await create('TAKEN@work.example', tokenA, a.id);
  expect([taken.status, taken.body.errors[0].field]).toEqual([409, 'data.email']);
  const both = await Promise.all([
    create('new@work.example', tokenA, a.id),
    create('NEW@work.example', tokenB, b.id),
  ]);
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
});

test('the plan’s maximum of app users is not exceeded, also if many are created concurrently', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const { a, tokenA } = await twoTeams(server);
  await server.db.updateTable('team').set({ max_users: 3 }).where('id', '=', a.id).execute();
  const create = (number: number) =>
    server.post('/tapi/v1/createCustom/app_user', {
      token: tokenA,
      body: { data: { team_id: a.id, ...NEW, email: `user-${number}@work.example` } },
    });
  // The server hashes one password of an account at a time: the other calls retry.
  const responses = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      let response = await create(number);
      while (response.status === 429) response = await create(number);
      return response;
    }),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
    new Set(['Your plan allows 3 app users.']),
  );
  expect(await server.db.selectFrom('app_user').select('id').execute()).toHaveLength(3);
});

test('a team changes its own user; the password changes only if it is given', async () => {
  const server = await testServer();
  const { a, tokenA } = await twoTeams(server);
  const user = await buildAppUser(server.db, a.id);
  const phone = await server.tokenOf('app_user', user.id);
  const data = { team_id: a.id, name: 'Ann Lee', email: 'ann@work.example', phone: '+1 202 555 0199' };
  const updated = await server.post('/tapi/v1/update/app_user', {
    token: tokenA,
    body: { id: user.id, data },
  });
  expect(updated.body).toEqual({
    ok: true,
    msg: 'App user Account updated successfully.',
    data: { updated_at: expect.any(String) },
  });
  const login = (password: string) =>
    server.post('/mapi/v1/login', { body: { email: data.email, password } });
  expect((await login(FACTORY_PASSWORD)).body.data.user).toMatchObject({
    name: 'Ann Lee',
    phone: data.phone,
  });
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(200);

  const body = { id: user.id, data: { ...data, password: NEW.password } };
  expect((await server.post('/tapi/v1/update/app_user', { token: tokenA, body })).status).toBe(200);
  expect((await login(FACTORY_PASSWORD)).status).toBe(401);
  expect((await login(NEW.password)).status).toBe(200);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
});

test('blocking revokes the user’s sessions immediately; unblocking does not restore them', async () => {
  const server = await testServer();
  const { a, tokenA } = await twoTeams(server);
  const user = await buildAppUser(server.db, a.id);
  const phone = await server.tokenOf('app_user', user.id);
  const setStatus = (status: number) =>
    server.post('/tapi/v1/update/app_user', { token: tokenA, body: { id: user.id, data: { status } } });
  expect((await setStatus(0)).body.ok).toBe(true);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).body.msg).toContain('blocked');
  expect((await setStatus(1)).body.ok).toBe(true);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  const rejected = await setStatus(2);
  expect(rejected.body.errors).toEqual([
    { msg: 'Status must be 1 (active) or 0 (blocked).', field: 'data.status' },
  ]);
});

test('a change of a deleted user says that they are not part of the team, to this team alone', async () => {
  const server = await testServer();
  const { a, b, tokenA, tokenB } = await twoTeams(server);
  const user = await buildAppUser(server.db, a.id);
  expect(b.id).not.toBe(a.id);
  const post = (path: string, token: string, body: object) =>
    server.post(`/tapi/v1/${path}/app_user`, { token, body: { id: user.id, ...body } });
  expect((await post('delete', tokenA, {})).status).toBe(200);
  const rename = (token: string) => post('update', token, { data: { name: 'Back again' } });
  const [own, others] = [await rename(tokenA), await rename(tokenB)];
  expect([own.status, own.body.msg]).toEqual([404, 'User not part of the team. Can not edit.']);
  expect([others.status, others.body.msg]).toEqual([404, 'No such user exists.']);
});

test('another team’s user gets the same response as a missing one, and does not change', async () => {
  const server = await testServer();
  const { b, tokenA } = await twoTeams(server);
  const theirs = await buildAppUser(server.db, b.id, { name: 'Belongs to B' });
  const update = (id: number) =>
    server.post('/tapi/v1/update/app_user', { token: tokenA, body: { id, data: { name: 'Taken over' } } });
  const [other, unknown] = [await update(theirs.id), await update(999_999)];
  expect(other.body).toEqual({
    ok: false,
    msg: 'No such user exists.',
    errors: [{ msg: 'No such user exists.', field: 'id' }],
  });
  expect([other.status, other.body]).toEqual([unknown.status, unknown.body]);
  const row = await server.db
    .selectFrom('app_user')
    .select('name')
    .where('id', '=', theirs.id)
    .executeTakeFirst();
  expect(row?.name).toBe('Belongs to B');
});

test('a user cannot be moved to another team', async () => {
  const server = await testServer();
  const { a, b, tokenA } = await twoTeams(server);
  const user = await buildAppUser(server.db, a.id);
  const response = await server.post('/tapi/v1/update/app_user', {
    token: tokenA,
    body: { id: user.id, data: { team_id: b.id, name: 'Moved' } },
  });
  expect([response.status, response.body.errors[0].field]).toEqual([404, 'data.team_id']);
});

test('a list contains only the team’s own users, regardless of the parameters', async () => {
  const server = await testServer();
  const { a, b, tokenA } = await twoTeams(server);
  const mine = await buildAppUser(server.db, a.id);
  const theirs = await buildAppUser(server.db, b.id);
  const ids = async (base: string, query: Record<string, string | number>) => {
    const { body } = await server.get(`${base}/listPaged/app_user`, { token: tokenA, query });
    return body.items.map(({ id }: { id: number }) => id);
  };
  for (const base of ['/tapi/v1', '/api/v1']) {
    expect(await ids(base, {})).toEqual([mine.id]);
    expect(await ids(base, { filter_team_id: b.id })).toEqual([]);
    expect(await ids(base, { filter_id: theirs.id, my: 'yes', myId: b.id })).toEqual([]);
  }
});

test('an administrator sees the users of all teams, or of one team', async () => {
  const server = await testServer();
  const { a, b } = await twoTeams(server);
  const users = [await buildAppUser(server.db, a.id), await buildAppUser(server.db, b.id)];
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const all = await server.get('/api/v1/listPaged/app_user', { token, query: { order: 'asc' } });
  expect(all.body.items.map(({ id }: { id: number }) => id)).toEqual(users.map(({ id }) => id));
  const ofB = await server.get('/api/v1/listPaged/app_user', { token, query: { filter_team_id: b.id } });
  expect(ofB.body.items).toHaveLength(1);
});

test('the list has pages and can be sorted', async () => {
  const server = await testServer();
  const { a, tokenA } = await twoTeams(server);
  await server.db.updateTable('team').set({ max_users: 50 }).execute();
  for (const name of ['Cid', 'Ann', 'Bob']) await buildAppUser(server.db, a.id, { name });
  const names = async (query: Record<string, string | number>) => {
    const { body } = await server.get('/tapi/v1/listPaged/app_user', { token: tokenA, query });
    return [body.items.map(({ name }: { name: string }) => name), body.pagination.pageCount];
  };
  expect(await names({ sort: 'name', order: 'asc', per_page: 2 })).toEqual([['Ann', 'Bob'], 2]);
  expect(await names({ sort: 'name', order: 'asc', per_page: 2, page: 2 })).toEqual([['Cid'], 2]);
  expect(await names({ sort: 'name', order: 'desc', per_page: 500, delay: 1 })).toEqual([
    ['Cid', 'Bob', 'Ann'],
    1,
  ]);
  expect(await names({ page: 9, per_page: 2 })).toEqual([[], 2]);

  const wrong = await server.get('/tapi/v1/listPaged/app_user', {
    token: tokenA,
    query: { page: 0, per_page: 501, sort: 'password_hash', order: 'up', filter_name: 'Ann' },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors.at(-1)).toEqual({
    msg: 'Filter name is not a field that this list can be filtered by.',
    field: 'filter_name',
  });
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'page',
    'per_page',
    'sort',
    'order',
    'filter_name',
  ]);
});

test('consent to SMS is stored with its time, actor, number and text; a STOP is shown', async () => {
  const from = '+12025550100';
  const variables = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: from };
  const server = await testServer({ variables });
  const { a, tokenA } = await twoTeams(server);
  const sms_consent = 'This user agrees to receive text messages (SMS) at this number.';
  const body = { data: { team_id: a.id, ...NEW, sms_consent } };
  expect((await server.post('/tapi/v1/createCustom/app_user', { token: tokenA, body })).status).toBe(200);
  await buildAppUser(server.db, a.id, { phone: '+12025550188' });
  const users = async () => (await server.get('/tapi/v1/listPaged/app_user', { token: tokenA })).body.items;
  const at = expect.stringMatching(/Z$/);
  expect(await users()).toMatchObject([
    { sms_consent: null, sms_stopped_at: null },
    {
      sms_consent: { at, by: { role: 'team', id: a.id }, number: NEW.phone, wording: sms_consent },
      sms_stopped_at: null,
    },
  ]);
  const stopped_at = '2026-11-20T10:00:00.000Z';
  const stops = ['+12025559999', from].map((sender) => ({ sender, number: '+12025550143', stopped_at }));
  await server.db.insertInto('sms_stop').values(stops).execute();
  expect(await users()).toMatchObject([{ sms_stopped_at: null }, { sms_stopped_at: stopped_at }]);
  await server.db.deleteFrom('sms_stop').where('sender', '=', from).execute();
  const [listed] = await users();
  expect(listed).toMatchObject({ sms_consent: null, sms_stopped_at: null });
  const phone = '+12025550177';
  const agreed = { id: listed.id, data: { phone, sms_consent } };
  expect((await server.post('/tapi/v1/update/app_user', { token: tokenA, body: agreed })).status).toBe(200);
  const consent = { at, by: { role: 'team', id: a.id }, number: phone, wording: sms_consent };
  expect((await users())[0]).toMatchObject({ phone, sms_consent: consent });
  // The consent does not apply to another number, and an administrator may record it.
  const moved = { id: listed.id, data: { phone: '+12025550178' } };
  expect((await server.post('/tapi/v1/update/app_user', { token: tokenA, body: moved })).status).toBe(200);
  expect((await users())[0]).toMatchObject({ phone: '+12025550178', sms_consent: { number: phone } });
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const byAdmin = { id: listed.id, data: { sms_consent } };
  expect((await server.post('/api/v1/update/app_user', { token: admin, body: byAdmin })).status).toBe(200);
  expect((await users())[0].sms_consent).toMatchObject({ by: { role: 'admin' }, number: '+12025550178' });
});

test('the export has the team’s own users in the requested order, as text and never as formulas', async () => {
  const server = await testServer();
  const { a, b, tokenA } = await twoTeams(server);
  const phone = '+12025550143';
  await buildAppUser(server.db, a.id, { phone, name: '=1+1', email: 'one@work.example' });
  await buildAppUser(server.db, a.id, { phone, name: 'Ben', email: 'two@work.example', status: 0 });
  await buildAppUser(server.db, b.id);
  await server.db.updateTable('app_user').set({ created_at: '2026-11-20T10:00:00.000Z' }).execute();
  const by = { role: 'team', id: a.id };
  const consent = { at: '2026-11-20T10:00:00.000Z', by, number: '+12025550199', wording: 'Yes' };
  await server.db
    .updateTable('app_user')
    .set({ sms_consent: JSON.stringify(consent) })
    .where('name', '=', 'Ben')
    .execute();
  const query = { sort: 'email', order: 'desc', zone: 'Asia/Kolkata' };
  const { body } = await server.get('/tapi/v1/export/app_user', { token: tokenA, query });
  const times = '2026-11-20T10:00:00.000Z,2026-11-20 15:30:00';
  const lines = (body.csv as string).split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.replace(/^\d+,/, ''))).toEqual([
    `${a.id},Ben,two@work.example,'+12025550143,blocked,${times},'+12025550199,${times}`,
    `${a.id},'=1+1,one@work.example,'+12025550143,active,,,,${times}`,
  ]);
});
