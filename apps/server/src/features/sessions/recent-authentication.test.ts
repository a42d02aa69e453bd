import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { databaseContent } from '../../testing/databases/content.ts';
import { BEHIND_PROXY, from, NO_QUOTAS, testServer, type TestResponse } from '../../testing/server.ts';

/** A token alone, stolen or on an unlocked screen, is not enough to take over an account. */

const NEW_PASSWORD = 'Quiet-harbour-77';
const REJECTED = {
  ok: false,
  msg: 'Confirm your password to make this change.',
  errors: [],
  code: 'recent_authentication',
};

test('a session that signed in 15 minutes ago cannot change a password, email address or phone number', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const admin = await buildAdmin(server.db);
  const stolen = {
    team: await server.olderTokenOf('team', team.id),
    admin: await server.olderTokenOf('admin', admin.id),
  };
  const before = await databaseContent(server.db);
  const attacks: [role: 'team' | 'admin', path: string, body: object][] = [
    ['team', '/tapi/v1/changePassword', { password: NEW_PASSWORD }],
    ['team', '/api/v1/changePassword', { password: NEW_PASSWORD }],
    ['admin', '/api/v1/changePassword', { password: NEW_PASSWORD }],
    ...[{ password: NEW_PASSWORD }, { phone: '+1 303 555 0100', first_name: 'Eve' }].map(
      (data): [role: 'team', path: string, body: object] => [
        'team',
        '/tapi/v1/update/team',
        { id: team.id, data },
      ],
    ),
    ...[{ password: NEW_PASSWORD }, { phone: '+1 303 555 0100' }, { email: 'eve@evil.example' }].flatMap(
      (data): [role: 'team' | 'admin', path: string, body: object][] => [
        ['admin', '/api/v1/update/team', { id: team.id, data }],
        ['team', '/tapi/v1/update/app_user', { id: user.id, data }],
        ['admin', '/api/v1/update/app_user', { id: user.id, data }],
      ],
    ),
    ['admin', '/api/v1/update/account', { data: { email: 'eve@evil.example' } }],
    ['admin', '/api/v1/update/account', { data: { password: NEW_PASSWORD, first_name: 'Eve' } }],
  ];
  for (const [role, path, body] of attacks) {
    const response = await server.post(path, { token: stolen[role], body });
    expect([path, body, response.status, response.body]).toEqual([path, body, 403, REJECTED]);
  }
  expect(await databaseContent(server.db)).toEqual(before);
});

test('all other changes still work, also with the unchanged address and number', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const admin = await buildAdmin(server.db);
  const [teamToken, adminToken] = [
    await server.olderTokenOf('team', team.id),
    await server.olderTokenOf('admin', admin.id),
  ];
  const works = async (path: string, token: string, body: object) =>
    expect([path, (await server.post(path, { token, body })).status]).toEqual([path, 200]);
  await works('/tapi/v1/update/team', teamToken, {
    id: team.id,
    data: { first_name: 'Tess', phone: team.phone },
  });
  await works('/api/v1/update/team', adminToken, { id: team.id, data: { email: team.email, status: 1 } });
  const { name, email, phone } = user;
  await works('/tapi/v1/update/app_user', teamToken, {
    id: user.id,
    data: { name, email, phone, status: 1 },
  });
  await works('/api/v1/update/account', adminToken, { data: { first_name: 'Ada', email: admin.email } });
});

test('14 minutes after a sign-in a change needs no confirmation', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const token = await server.olderTokenOf('team', team.id, 14);
  const changed = await server.post('/tapi/v1/changePassword', { token, body: { password: NEW_PASSWORD } });
  expect(changed.status).toBe(200);
});

test.each([
  ['team', '/tapi/v1'],
  ['team', '/api/v1'],
  ['admin', '/api/v1'],
] as const)('a %s confirms its password on %s and can then make the change', async (role, base) => {
  const server = await testServer();
  const account = role === 'admin' ? await buildAdmin(server.db) : await buildTeam(server.db);
  const token = await server.olderTokenOf(role, account.id);
  const elsewhere = await server.olderTokenOf(role, account.id);
  const confirm = (password: string) => server.post(`${base}/confirmPassword`, { token, body: { password } });
  const change = (as: string) =>
    server.post(`${base}/changePassword`, { token: as, body: { password: NEW_PASSWORD } });

  const wrong = await confirm('Wrong-one-123');
  const msg = 'The password is wrong.';
  expect([wrong.status, wrong.body]).toEqual([
    403,
    { ok: false, msg, errors: [{ msg, field: 'password' }], code: 'wrong_password' },
  ]);
  expect((await change(token)).status).toBe(403);
  const right = await confirm(FACTORY_PASSWORD);
  const renewed: string = right.body.data.token;
  expect([right.status, right.body]).toEqual([
    200,
    { ok: true, msg: 'Password confirmed.', data: { token: expect.stringMatching(/^[\w-]{43}$/) } },
  ]);
  // Only this session is confirmed, and only under its new token: the old one may have been stolen.
  expect((await change(elsewhere)).body).toEqual(REJECTED);
  expect((await change(token)).body).toEqual(REJECTED);
  const list = (as: string) => server.get(`${base}/listPaged/plan`, { token: as });
  // Calls in flight are served.
  expect((await list(token)).status).toBe(200);
  await server.db.updateTable('session').set({ previous_until: new Date().toISOString() }).execute();
  expect((await list(token)).status).toBe(401);
  expect((await change(renewed)).status).toBe(200);
});

test('confirming cannot be used to guess: it is locked after five failures, from many networks after 50', async () => {
  const server = await testServer({ variables: BEHIND_PROXY, quotas: NO_QUOTAS });
  const team = await buildTeam(server.db);
  const token = await server.olderTokenOf('team', team.id);
  const confirm = (password: string, address: string): Promise<TestResponse> =>
    server.post('/tapi/v1/confirmPassword', { token, body: { password }, ...from(address) });
  for (let guess = 1; guess <= 5; guess += 1) {
    expect((await confirm('Wrong-one-123', '203.0.113.9')).status).toBe(403);
  }
  const locked = await confirm(FACTORY_PASSWORD, '203.0.113.9');
  expect([locked.status, Number(locked.headers.get('retry-after')) > 50]).toEqual([429, true]);
  // Sign-ins and confirmations count together.
  const logIn = { email: team.email, password: FACTORY_PASSWORD, role: 'team' };
  const signIn = await server.post('/sapi/v1/login', { body: logIn, ...from('203.0.113.9') });
  expect(signIn.status).toBe(429);
  for (let guess = 5; guess < 50; guess += 1) await confirm('Wrong-one-123', `203.0.${guess}.1`);
  expect((await confirm(FACTORY_PASSWORD, '203.0.99.1')).status).toBe(429);
});
