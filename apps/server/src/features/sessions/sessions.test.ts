import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { testServer } from '../../testing/server.ts';
import { sendResetLink } from './password-reset.ts';

const NEW_PASSWORD = 'Quiet-harbour-77';

test('a subscriber logs in with its address in any letter case, and the token gives access to its calls', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { email: 'Tess@Team.example', account_name: 'Tess & Co' });
  const login = await server.post('/sapi/v1/login', {
    body: { email: 'tess@team.EXAMPLE', password: FACTORY_PASSWORD, role: 'team' },
  });
  expect(login.status).toBe(200);
  expect(login.body).toEqual({
    ok: true,
    data: {
      token: expect.stringMatching(/^[\w-]{43}$/),
      role: 'team',
      user: {
        id: team.id,
        email: 'Tess@Team.example',
        first_name: team.first_name,
        last_name: team.last_name,
        account_name: 'Tess & Co',
        role: 'team',
      },
    },
  });
  expect(login.headers.get('cache-control')).toBe('no-store');
  const { token } = login.body.data;
  expect((await server.get('/tapi/v1/listPaged/settings', { token })).status).toBe(200);
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  expect((await server.get('/tapi/v1/listPaged/settings', bearer)).status).toBe(200);
});

test('an administrator logs in', async () => {
  const server = await testServer();
  const admin = await buildAdmin(server.db);
  const login = await server.post('/sapi/v1/login', {
    body: { email: admin.email, password: FACTORY_PASSWORD, role: 'admin' },
  });
  expect(login.body.data.user).toMatchObject({ id: admin.id, role: 'admin' });
});

test('login errors are a plain list of all problems, the same for a wrong password and an unknown address', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const wrong = await server.post('/sapi/v1/login', {
    body: { email: team.email, password: 'Wrong-one-123', role: 'team' },
  });
  const unknown = await server.post('/sapi/v1/login', {
    body: { email: 'nobody@team.example', password: 'Wrong-one-123', role: 'team' },
  });
  const asAdmin = await server.post('/sapi/v1/login', {
    body: { email: team.email, password: FACTORY_PASSWORD, role: 'admin' },
  });
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual([{ msg: expect.stringContaining('is wrong') }]);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  expect(asAdmin.status).toBe(401);

  const empty = await server.post('/sapi/v1/login', { body: {} });
  expect(empty.status).toBe(400);
  expect(empty.body).toEqual([
    { msg: 'Email is required.', field: 'email' },
    { msg: 'Password is required.', field: 'password' },
    { msg: 'Role must be team or admin.', field: 'role' },
  ]);
});

test('five failures lock the account for this network address for a minute, even with the right password', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const other = await buildTeam(server.db);
  const attempt = (email: string, password: string) =>
    server.post('/sapi/v1/login', { body: { email, password, role: 'team' } });
  for (let failure = 1; failure <= 5; failure += 1)
    expect((await attempt(team.email, 'Wrong-one-123')).status).toBe(401);
  const locked = await attempt(team.email, FACTORY_PASSWORD);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(locked.body).toEqual([
    { msg: expect.stringMatching(/^Too many failed attempts\. Try again in \d+ seconds\.$/) },
  ]);
  expect((await attempt(other.email, FACTORY_PASSWORD)).status).toBe(200);
});

test('concurrent guesses count like sequential ones', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.post('/sapi/v1/login', { body: { email: team.email, password: 'Wrong-one-123', role: 'team' } }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
});

test('a successful sign-in resets the failures', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const attempt = (password: string) =>
    server.post('/sapi/v1/login', { body: { email: team.email, password, role: 'team' } });
  for (let round = 0; round < 2; round += 1) {
    for (let failure = 1; failure <= 4; failure += 1)
      expect((await attempt('Wrong-one-123')).status).toBe(401);
    expect((await attempt(FACTORY_PASSWORD)).status).toBe(200);
  }
});

test('login rejects a blocked subscriber with the reason, and its session is revoked', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  await server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  const login = await server.post('/sapi/v1/login', {
    body: { email: team.email, password: FACTORY_PASSWORD, role: 'team' },
  });
  expect([login.status, login.body]).toEqual([
    403,
    [{ msg: 'This account is blocked. Contact us to unblock it.' }],
  ]);
  const list = await server.get('/tapi/v1/listPaged/settings', { token });
  expect([list.status, list.body.msg]).toEqual([401, 'This account is blocked. Contact us to unblock it.']);
});

test('logout revokes this session and no other', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const [one, two] = [await server.tokenOf('team', team.id), await server.tokenOf('team', team.id)];
  expect((await server.post('/sapi/v1/logout', { token: one })).body.ok).toBe(true);
  expect((await server.get('/tapi/v1/listPaged/settings', { token: one })).status).toBe(401);
  expect((await server.get('/tapi/v1/listPaged/settings', { token: two })).status).toBe(200);
  expect((await server.post('/sapi/v1/logout', { token: one })).status).toBe(401);
});

test('a session expires after 12 hours without a call and 30 days after signing in', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const status = async (changes: { last_used_at?: string; expires_at?: string }) => {
    const token = await server.tokenOf('team', team.id);
    await server.db.updateTable('session').set(changes).execute();
    return (await server.get('/tapi/v1/listPaged/settings', { token })).status;
  };
  expect(await status({ last_used_at: hoursAgo(11.9) })).toBe(200);
  expect(await status({ last_used_at: hoursAgo(12.1) })).toBe(401);
  expect(await status({ last_used_at: hoursAgo(0), expires_at: hoursAgo(0.01) })).toBe(401);
});

test('a call keeps its session alive', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  const before = new Date(Date.now() - 11 * 3_600_000).toISOString();
  await server.db.updateTable('session').set({ last_used_at: before }).execute();
  await server.get('/tapi/v1/listPaged/settings', { token });
  const { last_used_at } = await server.db
    .selectFrom('session')
    .select('last_used_at')
    .executeTakeFirstOrThrow();
  expect(Date.now() - Date.parse(last_used_at)).toBeLessThan(60_000);
});

test('changePassword sets the password and revokes the other sessions', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const [mine, other] = [await server.tokenOf('team', team.id), await server.tokenOf('team', team.id)];
  const rejected = await server.post('/api/v1/changePassword', { token: mine, body: { password: 'short' } });
  expect([rejected.status, rejected.body.errors[0].field]).toEqual([400, 'password']);
  const common = await server.post('/api/v1/changePassword', {
    token: mine,
    body: { password: 'password123' },
  });
  expect(common.body.errors).toEqual([{ msg: expect.stringContaining('too common'), field: 'password' }]);

  const changed = await server.post('/api/v1/changePassword', {
    token: mine,
    body: { password: NEW_PASSWORD },
  });
  expect(changed.body).toEqual({ ok: true, msg: 'Password Updated Successfully.' });
  expect((await server.get('/tapi/v1/listPaged/settings', { token: mine })).status).toBe(200);
  expect((await server.get('/tapi/v1/listPaged/settings', { token: other })).status).toBe(401);
  const login = await server.post('/sapi/v1/login', {
    body: { email: team.email, password: NEW_PASSWORD, role: 'team' },
  });
  expect(login.status).toBe(200);
});

test.each([
  ['admin', '/api/v1'],
  ['team', '/api/v1'],
  ['team', '/tapi/v1'],
] as const)(
  'changePassword of a %s on %s is its own password, and no other account’s',
  async (role, base) => {
    const server = await testServer();
    const other = await buildTeam(server.db);
    const account = role === 'admin' ? await buildAdmin(server.db) : await buildTeam(server.db);
    const [token, theirs] = [await server.tokenOf(role, account.id), await server.tokenOf('team', other.id)];
    const body = { password: NEW_PASSWORD };
    const ofOther = await server.post(`${base}/changePassword`, { token, body: { ...body, id: other.id } });
    expect([ofOther.status, ofOther.body.errors]).toEqual([
      400,
      [{ msg: 'Id is not a known field.', field: 'id' }],
    ]);
    const changed = await server.post(`${base}/changePassword`, { token, body });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ok: true, msg: 'Password Updated Successfully.' },
    ]);
    const logIn = async (email: string, password: string, as: string) =>
      (await server.post('/sapi/v1/login', { body: { email, password, role: as } })).status;
    expect(await logIn(account.email, FACTORY_PASSWORD, role)).toBe(401);
    expect(await logIn(account.email, NEW_PASSWORD, role)).toBe(200);
    expect(await logIn(other.email, FACTORY_PASSWORD, 'team')).toBe(200);
    expect((await server.get('/tapi/v1/listPaged/settings', { token: theirs })).status).toBe(200);
  },
);

test('a forgotten password: the emailed link works once and revokes every session', async () => {
  const server = await testServer({ variables: { PUBLIC_URL: 'https://safety.example/' } });
  const team = await buildTeam(server.db);
  const session = await server.tokenOf('team', team.id);
  const requested = await server.post('/sapi/v1/forgotPassword', {
    body: { email: team.email, role: 'team' },
  });
  expect(requested.body.ok).toBe(true);
  await expect.poll(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.to).toBe(team.email);
  const token = /https:\/\/safety\.example\/app\/reset\?token=([\w-]+)/.exec(
    server.mails[0]?.text ?? '',
  )?.[1];

  const mismatch = await server.post('/sapi/v1/resetPassword', {
    body: { token, password: NEW_PASSWORD, re_password: 'Other-harbour-77' },
  });
  expect(mismatch.body.errors).toEqual([
    { msg: 'Password and confirm password do not match.', field: 're_password' },
  ]);
  const body = { token, password: NEW_PASSWORD, re_password: NEW_PASSWORD };
  expect((await server.post('/sapi/v1/resetPassword', { body })).body).toEqual({
    ok: true,
    msg: 'Password Updated Successfully.',
  });
  const again = await server.post('/sapi/v1/resetPassword', { body });
  expect([again.status, again.body.errors[0].field]).toEqual([400, 'token']);
  expect((await server.get('/tapi/v1/listPaged/settings', { token: session })).status).toBe(401);
  const login = await server.post('/sapi/v1/login', {
    body: { email: team.email, password: NEW_PASSWORD, role: 'team' },
  });
  expect(login.status).toBe(200);
});

test('a reset link works for 10 minutes; an unknown address gets the same response and no email', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const known = await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  const unknown = await server.post('/sapi/v1/forgotPassword', {
    body: { email: 'nobody@team.example', role: 'team' },
  });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await expect.poll(() => server.mails.length).toBe(1);
  const { expires_at } = await server.db
    .selectFrom('account_link')
    .select('expires_at')
    .executeTakeFirstOrThrow();
  expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(10);

  await server.db.updateTable('account_link').set({ expires_at: new Date().toISOString() }).execute();
  const token = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
  const late = await server.post('/sapi/v1/resetPassword', {
    body: { token, password: NEW_PASSWORD, re_password: NEW_PASSWORD },
  });
  expect(late.status).toBe(400);
});

test('many concurrent requests for a reset link create only three links', async () => {
  const { db } = await testDatabase();
  const { email } = await buildTeam(db);
  const recipients: string[] = [];
  const requestLink = () =>
    sendResetLink(
      new AccountsDb(db),
      async ({ to }) => void recipients.push(to),
      'https://callpoint.example',
      { email, role: 'team' },
      new AbortController().signal,
    );
  await Promise.all(Array.from({ length: 30 }, requestLink));
  expect(recipients).toEqual([email, email, email]);
});

test('without email the response states that no link can be sent', async () => {
  const server = await testServer({ mail: 'not set up' });
  const team = await buildTeam(server.db);
  const requested = await server.post('/sapi/v1/forgotPassword', {
    body: { email: team.email, role: 'team' },
  });
  expect([requested.status, requested.body.ok]).toEqual([503, false]);
});

test('an app user signs in on the phone; blocked ones and those of a blocked subscriber are rejected with the reason', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const login = () =>
    server.post('/mapi/v1/login', { body: { email: user.email, password: FACTORY_PASSWORD } });
  const signedIn = await login();
  expect(signedIn.body.data.user).toEqual({
    id: user.id,
    team_id: team.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
  });
  const { token } = signedIn.body.data;
  expect((await server.get('/mapi/v1/dashboard', { token })).status).toBe(200);

  await server.db.updateTable('app_user').set({ status: 0 }).execute();
  expect([(await login()).status, (await login()).body.msg]).toEqual([
    403,
    expect.stringContaining('blocked'),
  ]);
  expect((await server.get('/mapi/v1/dashboard', { token })).body.msg).toContain('Your account is blocked');

  await server.db.updateTable('app_user').set({ status: 1 }).execute();
  await server.db.updateTable('team').set({ status: 0 }).execute();
  expect((await login()).body.msg).toContain('organization');
  expect((await server.get('/mapi/v1/dashboard', { token })).body.msg).toContain('organization');
});

test('setting a password revokes every open link, and used links do not prevent new ones', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const requestLink = () =>
    server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  const tokens = () => server.mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]);
  const reset = (token: string | undefined) =>
    server.post('/sapi/v1/resetPassword', {
      body: { token, password: NEW_PASSWORD, re_password: NEW_PASSWORD },
    });
  for (const sent of [1, 2, 3]) {
    await requestLink();
    await expect.poll(() => server.mails.length).toBe(sent);
  }
  const [first, second, third] = tokens();
  expect((await reset(second)).status).toBe(200);
  expect([(await reset(first)).status, (await reset(third)).status]).toEqual([400, 400]);
  await requestLink();
  await expect.poll(() => server.mails.length).toBe(4);
});

test('many sign-ins from one address are rejected on the phone and in the console; presses are not', async () => {
  const server = await testServer();
  const user = await buildAppUser(server.db, (await buildTeam(server.db)).id);
  const token = await server.tokenOf('app_user', user.id);
  const statuses = new Set<number>();
  for (let call = 0; call < 310; call += 1)
    statuses.add((await server.post('/mapi/v1/login', { body: {} })).status);
  expect(statuses).toEqual(new Set([400, 429]));
  const press = { client_id: '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11', button_id: 5 };
  expect((await server.post('/mapi/v1/button_click', { token, body: press })).status).toBe(200);
});
