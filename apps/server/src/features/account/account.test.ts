import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAdmin, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { ensureFirstAdministrator } from '../sessions/administrators.ts';
import { testServer } from '../../testing/server.ts';

/** An administrator's own account. */

const NEW_PASSWORD = 'Quiet-harbour-77';

async function signedIn() {
  const server = await testServer();
  const admin = await buildAdmin(server.db);
  const token = await server.tokenOf('admin', admin.id);
  const read = async () => (await server.get('/api/v1/account', { token })).body.data;
  const update = (data: object, more: object = {}) =>
    server.post('/api/v1/update/account', { token, body: { data, ...more } });
  const logIn = async (email: string, password: string) =>
    (await server.post('/sapi/v1/login', { body: { email, password, role: 'admin' } })).status;
  return { server, admin, token, read, update, logIn };
}

test('an administrator reads and changes its own name, and no other administrator’s', async () => {
  const { server, admin, read, update } = await signedIn();
  const other = await buildAdmin(server.db);
  expect(await read()).toEqual({
    id: admin.id,
    email: admin.email,
    first_name: admin.first_name,
    last_name: admin.last_name,
    should_change_password: false,
    updated_at: admin.updated_at,
  });
  const updated = await update({ first_name: 'Grace', last_name: 'O’Hara' });
  expect(updated.body).toEqual({
    ok: true,
    msg: 'Updated Successfully.',
    data: { updated_at: expect.any(String) },
  });
  expect(await read()).toMatchObject({ first_name: 'Grace', last_name: 'O’Hara' });
  const named = await update({ first_name: 'Eve' }, { id: other.id });
  expect([named.status, named.body.errors[0].field]).toEqual([400, 'id']);
  const unchanged = await server.db
    .selectFrom('admin')
    .selectAll()
    .where('id', '=', other.id)
    .executeTakeFirst();
  expect(unchanged).toEqual(other);
});

test('a new email address or password revokes the other sessions, works at the next sign-in, and is audited', async () => {
  const { server, admin, token, read, update, logIn } = await signedIn();
  const other = await server.tokenOf('admin', admin.id);
  const alive = async (as: string) => (await server.get('/api/v1/account', { token: as })).status;
  expect((await update({ first_name: 'Grace' })).status).toBe(200);
  expect(await alive(other)).toBe(200);

  expect((await update({ email: 'grace@callpoint.example' })).status).toBe(200);
  expect([await alive(token), await alive(other)]).toEqual([200, 401]);
  expect(await logIn('grace@callpoint.example', FACTORY_PASSWORD)).toBe(200);
  expect(await logIn(admin.email, FACTORY_PASSWORD)).toBe(401);

  const third = await server.tokenOf('admin', admin.id);
  expect((await update({ password: NEW_PASSWORD })).status).toBe(200);
  expect([await alive(token), await alive(third)]).toEqual([200, 401]);
  expect(await logIn('grace@callpoint.example', NEW_PASSWORD)).toBe(200);

  const lines = await server.db
    .selectFrom('audit')
    .select(['actor_id', 'changes'])
    .where('subject', '=', 'admin')
    .where('action', '=', 'update')
    .orderBy('id')
    .execute();
  expect(lines.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([
    { first_name: { old: admin.first_name, new: 'Grace' } },
    { email: { old: admin.email, new: 'grace@callpoint.example' } },
    { password_hash: { old: 'not shown', new: 'not shown' } },
  ]);
  expect(new Set(lines.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]));
  expect((await read()).email).toBe('grace@callpoint.example');
});

test('rejects invalid input with all problems, a taken address and a stale save, and changes nothing', async () => {
  const { server, admin, read, update } = await signedIn();
  const other = await buildAdmin(server.db);
  const wrong = await update({ email: 'a@', first_name: '', password: 'password1', role: 'x' });
  expect([wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['data.email', 'data.first_name', 'data.role', 'data.password'],
  ]);
  expect((await update({})).status).toBe(400);
  const taken = await update({ email: other.email.toUpperCase() });
  expect([taken.status, taken.body.errors[0].field]).toEqual([409, 'data.email']);
  const stale = await update({ first_name: 'Eve' }, { updated_at: '2026-01-01T00:00:00.000Z' });
  expect(stale.status).toBe(409);
  expect(await read()).toMatchObject({ email: admin.email, first_name: admin.first_name });
  const { updated_at } = await read();
  expect((await update({ first_name: 'Grace' }, { updated_at })).status).toBe(200);
});

test('a printed password of the first administrator should be changed; a password that a person set does not', async () => {
  const server = await testServer();
  const first = await ensureFirstAdministrator(new AccountsDb(server.db), {
    email: 'first@callpoint.example',
    password: null,
  });
  const logIn = async (password: string) =>
    (await server.post('/sapi/v1/login', { body: { email: first?.email, password, role: 'admin' } })).body
      .data.token as string;
  const token = await logIn(first?.password ?? '');
  const shouldChange = async () =>
    (await server.get('/api/v1/account', { token })).body.data.should_change_password;
  expect(await shouldChange()).toBe(true);
  await server.post('/api/v1/update/account', { token, body: { data: { first_name: 'Ada' } } });
  expect(await shouldChange()).toBe(true);
  await server.post('/api/v1/changePassword', { token, body: { password: NEW_PASSWORD } });
  expect(await shouldChange()).toBe(false);

  await server.db.updateTable('admin').set({ should_change_password: 1 }).execute();
  await server.post('/api/v1/update/account', { token, body: { data: { password: 'Winter-orchard-9' } } });
  expect(await shouldChange()).toBe(false);
});

test('a password from ADMIN_PASSWORD does not have to be changed', async () => {
  const server = await testServer();
  await ensureFirstAdministrator(new AccountsDb(server.db), { email: null, password: FACTORY_PASSWORD });
  const { id, should_change_password } = await server.db
    .selectFrom('admin')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([id > 0, should_change_password]).toEqual([true, 0]);
});

test.each(['password1', 'aaaaaaaaaa', 'Callpoint-admin'])(
  'ADMIN_PASSWORD=%s is rejected, and no administrator is created',
  async (password) => {
    const server = await testServer();
    const start = ensureFirstAdministrator(new AccountsDb(server.db), {
      email: 'ana@work.example',
      password,
    });
    await expect(start).rejects.toThrow('ADMIN_PASSWORD cannot be used. Password');
    expect(await server.db.selectFrom('admin').selectAll().execute()).toEqual([]);
  },
);

test('a subscriber cannot use the calls of an administrator’s account', async () => {
  const server = await testServer();
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  expect((await server.get('/api/v1/account', { token })).status).toBe(403);
  const changed = await server.post('/api/v1/update/account', { token, body: { data: { first_name: 'E' } } });
  expect(changed.status).toBe(403);
});
