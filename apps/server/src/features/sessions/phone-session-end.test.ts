import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

/** What a phone can tell apart when a call is rejected: the status and the code. */

async function signedIn() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const [token, teamToken] = [
    await server.tokenOf('app_user', user.id),
    await server.tokenOf('team', team.id),
  ];
  const boss = (path: string, body: object) => server.post(`/tapi/v1${path}`, { token: teamToken, body });
  const call = async (path: string, body: object, as: string | undefined = token) => {
    const response = await server.post(`/mapi/v1${path}`, { ...(as ? { token: as } : {}), body });
    return [response.status, response.body.code];
  };
  /** Reads like the dashboard, and a press like any other call. */
  const rejection = async () => {
    const dashboard = await server.get('/mapi/v1/dashboard', { token });
    const press = await call('/button_click', { client_id: randomUUID(), button_id: 5 });
    expect(press).toEqual([dashboard.status, dashboard.body.code]);
    return press;
  };
  return { server, team, user, token, boss, call, rejection };
}

test('a blocked user, and a user of a blocked subscriber', async () => {
  const { server, user, team, boss, call, rejection } = await signedIn();
  await boss('/update/app_user', { id: user.id, data: { status: 0 } });
  expect(await rejection()).toEqual([401, 'account_blocked']);
  const login = { email: user.email, password: FACTORY_PASSWORD };
  expect(await call('/login', login, '')).toEqual([403, 'account_blocked']);
  await boss('/update/app_user', { id: user.id, data: { status: 1 } });
  expect(await rejection()).toEqual([401, 'signed_out']);
  await server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  expect(await rejection()).toEqual([401, 'account_blocked']);
  expect(await call('/login', login, '')).toEqual([403, 'account_blocked']);
});

test('a password that the subscriber changed', async () => {
  const { user, boss, rejection } = await signedIn();
  await boss('/update/app_user', { id: user.id, data: { password: 'Another-lamp-77' } });
  expect(await rejection()).toEqual([401, 'password_changed']);
});

test('a password that the person changed on another phone', async () => {
  const { server, user, call, rejection } = await signedIn();
  const other = await server.tokenOf('app_user', user.id);
  const body = { current_password: FACTORY_PASSWORD, password: 'Another-lamp-77' };
  expect(await call('/changePassword', body, other)).toEqual([200, undefined]);
  expect(await rejection()).toEqual([401, 'password_changed']);
  expect((await server.get('/mapi/v1/dashboard', { token: other })).status).toBe(200);
});

test('“sign out this phone”, also of a phone that had not called for long', async () => {
  const { server, user, boss, rejection } = await signedIn();
  await boss('/endSessions/app_user', { id: user.id });
  expect(await rejection()).toEqual([401, 'signed_out']);
  await server.db.updateTable('session').set({ last_used_at: '2020-01-01T00:00:00.000Z' }).execute();
  expect(await rejection()).toEqual([401, 'signed_out']);
});

test('a session without a call for 180 days has expired', async () => {
  const { server, rejection } = await signedIn();
  await server.db.updateTable('session').set({ last_used_at: '2020-01-01T00:00:00.000Z' }).execute();
  expect(await rejection()).toEqual([401, 'session_expired']);
});

test('a phone that logged out, and a phone without a token, must sign in', async () => {
  const { call, rejection } = await signedIn();
  await call('/logout', {});
  expect(await rejection()).toEqual([401, 'sign_in_required']);
  expect(await call('/button_click', {}, '')).toEqual([401, 'sign_in_required']);
});

test('a wrong password, a button that is turned off, and a call of another role', async () => {
  const { server, team, user, token, call } = await signedIn();
  expect(await call('/login', { email: user.email, password: 'wrong-password' }, '')).toEqual([
    401,
    'wrong_password',
  ]);
  expect(
    await call('/changePassword', { current_password: 'wrong-password', password: 'Another-lamp-77' }),
  ).toEqual([403, 'wrong_password']);
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'btn_5_mode')
    .execute();
  expect(await call('/button_click', { client_id: randomUUID(), button_id: 5 })).toEqual([403, 'item_off']);
  const console = await server.get('/tapi/v1/listPaged/app_user', { token });
  expect([console.status, console.body.code]).toEqual([403, 'no_access']);
});
