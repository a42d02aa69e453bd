import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

/** A password is stored with a salt, so a repeated save has other values in the row although nothing changes. */

const PASSWORD = 'Quiet-harbour-77';

async function world() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const { id } = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  const read = () =>
    server.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const save = async (data: object, updated_at: string) => {
    const body = { id, data: { name: 'Ann Lee', ...data }, updated_at };
    return await server.post('/tapi/v1/update/app_user', { token, body });
  };
  return { server, id, read, save };
}

test('a save with a password that is sent again after a lost response succeeds and changes nothing', async () => {
  const { server, id, read, save } = await world();
  const { updated_at: seen } = await read();
  const data = { password: PASSWORD, phone: '(202) 555-0177' };
  expect((await save(data, seen)).status).toBe(200);
  const saved = await read();
  const phone = await server.tokenOf('app_user', id);

  const again = await save(data, seen);
  expect([again.status, again.body.data]).toEqual([200, { updated_at: saved.updated_at }]);
  expect(await read()).toEqual(saved);
  // The user who has logged in with the new password meanwhile stays logged in.
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(200);
});

test('a save over an older version with another password is rejected', async () => {
  const { read, save } = await world();
  const { updated_at: seen } = await read();
  await save({ password: PASSWORD }, seen);
  const saved = await read();
  expect((await save({ password: `${PASSWORD}8` }, seen)).status).toBe(409);
  expect((await save({ password: PASSWORD, name: 'Ann Other' }, seen)).status).toBe(409);
  expect(await read()).toEqual(saved);
});

test.each([
  ['the user has chosen', { password_set_by_other: 0 as const }],
  ['was set long ago', { updated_at: '2026-01-01T00:00:00.000Z' }],
])('no response reveals whether a password that %s was guessed', async (_, values) => {
  const { server, id, read, save } = await world();
  await save({ password: PASSWORD }, (await read()).updated_at);
  await server.db.updateTable('app_user').set(values).where('id', '=', id).execute();
  const older = '2025-12-31T00:00:00.000Z';
  expect((await save({ password: PASSWORD }, older)).status).toBe(409);
  expect((await save({ password: `${PASSWORD}8` }, older)).status).toBe(409);
});
