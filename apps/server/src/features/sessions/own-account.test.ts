import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** Users change their own password: in the console, on the phone, and with an emailed link. */

const NEW_PASSWORD = 'Quiet-harbour-77';
const OWN_WORDS =
  'Password must not consist of your name, email address, phone number, company, or the product’s name.';

async function phoneOf(server: TestServer) {
  const team = await buildTeam(server.db, { account_name: 'Ridgeline Construction' });
  const user = await buildAppUser(server.db, team.id, { name: 'Ann Keller' });
  const logIn = (password: string) =>
    server.post('/mapi/v1/login', { body: { email: user.email, password } });
  return { team, user, logIn };
}

test('an app user replaces the subscriber’s password for it; its other phone is signed out', async () => {
  const server = await testServer();
  const { team, user, logIn } = await phoneOf(server);
  const first = await logIn(FACTORY_PASSWORD);
  expect(first.body.data.should_change_password).toBe(true);
  const { token } = first.body.data;
  const other = (await logIn(FACTORY_PASSWORD)).body.data.token;
  const dashboard = async (as: string) => await server.get('/mapi/v1/dashboard', { token: as });
  expect((await dashboard(token)).body.data.should_change_password).toBe(true);

  const change = (current_password: string, password: string) =>
    server.post('/mapi/v1/changePassword', { token, body: { current_password, password } });
  const wrong = await change('Wrong-one-123', NEW_PASSWORD);
  const msg = 'The password is wrong.';
  expect([wrong.status, wrong.body]).toEqual([
    403,
    { ok: false, msg, errors: [{ msg, field: 'current_password' }], code: 'wrong_password' },
  ]);
  for (const password of ['password1', 'short', 'Ann-Keller-1', 'Ridgeline2026']) {
    const weak = await change(FACTORY_PASSWORD, password);
    expect([password, weak.status, weak.body.errors[0].field]).toEqual([password, 400, 'password']);
  }
  expect((await logIn(FACTORY_PASSWORD)).status).toBe(200);

  const changed = await change(FACTORY_PASSWORD, NEW_PASSWORD);
  expect([changed.status, changed.body]).toEqual([200, { ok: true, msg: 'Password Updated Successfully.' }]);
  expect((await dashboard(token)).body.data.should_change_password).toBe(false);
  expect((await dashboard(other)).status).toBe(401);
  expect((await logIn(FACTORY_PASSWORD)).status).toBe(401);
  expect((await logIn(NEW_PASSWORD)).body.data.should_change_password).toBe(false);

  // The subscriber sets a password again.
  const teamToken = await server.tokenOf('team', team.id);
  await server.post('/tapi/v1/update/app_user', {
    token: teamToken,
    body: { id: user.id, data: { password: 'Winter-orchard-9' } },
  });
  expect((await logIn('Winter-orchard-9')).body.data.should_change_password).toBe(true);
});

test('the current password cannot be guessed on the phone', async () => {
  const server = await testServer();
  const { user } = await phoneOf(server);
  const token = await server.tokenOf('app_user', user.id);
  const guess = (current_password: string) =>
    server.post('/mapi/v1/changePassword', { token, body: { current_password, password: NEW_PASSWORD } });
  for (let attempt = 1; attempt <= 5; attempt += 1) expect((await guess('Wrong-one-123')).status).toBe(403);
  expect((await guess(FACTORY_PASSWORD)).status).toBe(429);
});

test('a session on the phone expires after 180 days without a call, and not before', async () => {
  const server = await testServer();
  const { user } = await phoneOf(server);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  const statusAfter = async (days: number) => {
    const token = await server.tokenOf('app_user', user.id);
    const at = { created_at: daysAgo(400), authenticated_at: daysAgo(400), last_used_at: daysAgo(days) };
    await server.db.updateTable('session').set(at).execute();
    const { status, body } = await server.get('/mapi/v1/dashboard', { token });
    return [status, body.msg];
  };
  expect(await statusAfter(179.9)).toEqual([200, undefined]);
  expect(await statusAfter(180.1)).toEqual([401, 'Your session has expired. Please log in again.']);
});

test('“sign out this phone” revokes the sessions of one app user, also for administrators; others are not affected', async () => {
  const server = await testServer();
  const { team, user } = await phoneOf(server);
  const other = await buildTeam(server.db);
  const colleague = await buildAppUser(server.db, team.id);
  const [teamToken, otherToken, adminToken] = [
    await server.tokenOf('team', team.id),
    await server.tokenOf('team', other.id),
    await server.tokenOf('admin', (await buildAdmin(server.db)).id),
  ];
  const theirs = await server.tokenOf('app_user', colleague.id);
  const status = async (token: string) => (await server.get('/mapi/v1/dashboard', { token })).status;
  for (const [base, as] of [
    ['/tapi/v1', teamToken],
    ['/api/v1', adminToken],
  ] as const) {
    const phones = [await server.tokenOf('app_user', user.id), await server.tokenOf('app_user', user.id)];
    const signOut = (token: string, id: number) =>
      server.post(`${base}/endSessions/app_user`, { token, body: { id } });
    const [unknown, foreign] = [await signOut(as, 999_999), await signOut(otherToken, user.id)];
    expect([unknown.status, foreign.status]).toEqual([404, 404]);
    expect(await Promise.all(phones.map(status))).toEqual([200, 200]);
    const done = await signOut(as, user.id);
    expect([done.status, done.body]).toEqual([200, { ok: true, msg: 'Logged out.' }]);
    expect(await Promise.all(phones.map(status))).toEqual([401, 401]);
  }
  expect(await status(theirs)).toBe(200);
  const lines = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'outcome', 'subject_id', 'team_id'])
    .where('detail', '=', 'logged out')
    .orderBy('id')
    .execute();
  expect(lines).toEqual(
    ['team', 'admin'].map((actor_role) => ({
      actor_role,
      outcome: 'done',
      subject_id: user.id,
      team_id: team.id,
    })),
  );
});

test('blocking and unblocking an app user restores no old session', async () => {
  const server = await testServer();
  const { team, user, logIn } = await phoneOf(server);
  const [old, teamToken] = [await server.tokenOf('app_user', user.id), await server.tokenOf('team', team.id)];
  const setStatus = (status: number) =>
    server.post('/tapi/v1/update/app_user', { token: teamToken, body: { id: user.id, data: { status } } });
  const dashboard = () => server.get('/mapi/v1/dashboard', { token: old });
  await setStatus(0);
  expect((await dashboard()).body.msg).toContain('Your account is blocked');
  await setStatus(1);
  expect([(await dashboard()).status, (await dashboard()).body.msg]).toEqual([
    401,
    'You were logged out. Please log in again.',
  ]);
  expect((await logIn(FACTORY_PASSWORD)).status).toBe(200);
});

test('a reset link does not work after the account’s address has changed', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const requestLink = async (email: string) => {
    const links = () => server.mails.flatMap(({ text }) => /\/reset\?token=([\w-]+)/.exec(text)?.[1] ?? []);
    const before = links().length;
    await server.post('/sapi/v1/forgotPassword', { body: { email, role: 'team' } });
    await expect.poll(() => links().length).toBe(before + 1);
    return links().at(-1);
  };
  const reset = async (token: string | undefined) => {
    const body = { token, password: NEW_PASSWORD, re_password: NEW_PASSWORD };
    return (await server.post('/sapi/v1/resetPassword', { body })).status;
  };
  const old = await requestLink(team.email);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const changed = await server.post('/api/v1/update/team', {
    token: admin,
    body: { id: team.id, data: { email: 'new@team.example' } },
  });
  expect(changed.status).toBe(200);
  expect(await reset(old)).toBe(400);
  // It also does not work after the address is changed back.
  const back = await server.post('/api/v1/update/team', {
    token: admin,
    body: { id: team.id, data: { email: team.email } },
  });
  expect([back.status, await reset(old)]).toEqual([200, 400]);
  await server.post('/api/v1/update/team', {
    token: admin,
    body: { id: team.id, data: { email: 'new@team.example' } },
  });
  const next = await requestLink('new@team.example');
  // An address in another case is the same address.
  await server.db.updateTable('team').set({ email: 'New@Team.example' }).execute();
  expect(await reset(next)).toBe(200);
});

test('a password that consists of the account’s own words is rejected in every call that sets a password', async () => {
  const server = await testServer();
  const { team, user } = await phoneOf(server);
  const admin = await buildAdmin(server.db, { lastName: 'Lovelace' });
  const tokens = {
    team: await server.tokenOf('team', team.id),
    admin: await server.tokenOf('admin', admin.id),
  };
  const link = async () => {
    await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
    await expect.poll(() => server.mails.length).toBe(1);
    return /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
  };
  const password = 'Ridgeline-1';
  const person = { name: 'Bob Hill', email: 'bob@work.example', phone: '+1 202 555 0143' };
  const calls: [path: string, token: string | undefined, body: object, field: string][] = [
    ['/tapi/v1/changePassword', tokens.team, { password }, 'password'],
    ['/api/v1/changePassword', tokens.admin, { password: 'Lovelace-1' }, 'password'],
    ['/tapi/v1/update/team', tokens.team, { id: team.id, data: { password } }, 'data.password'],
    ['/api/v1/update/team', tokens.admin, { id: team.id, data: { password } }, 'data.password'],
    ['/tapi/v1/update/app_user', tokens.team, { id: user.id, data: { password } }, 'data.password'],
    [
      '/tapi/v1/update/app_user',
      tokens.team,
      { id: user.id, data: { password: 'AnnKeller1' } },
      'data.password',
    ],
    [
      '/tapi/v1/createCustom/app_user',
      tokens.team,
      { data: { team_id: team.id, ...person, password } },
      'data.password',
    ],
    ['/api/v1/update/account', tokens.admin, { data: { password: 'Lovelace-1' } }, 'data.password'],
    [
      '/sapi/v1/resetPassword',
      undefined,
      { token: await link(), password, re_password: password },
      'password',
    ],
  ];
  for (const [path, token, body, field] of calls) {
    const { status, body: response } = await server.post(path, { ...(token ? { token } : {}), body });
    expect([path, status, response.errors]).toEqual([path, 400, [{ msg: OWN_WORDS, field }]]);
  }
});
