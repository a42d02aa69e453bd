import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../src/factories/accounts.ts';
import { openEventStream } from '../src/testing/calls/event-client.ts';
import { runAdminCommand } from '../src/testing/processes/server-process.ts';
import { testServer } from '../src/testing/server.ts';

/** `npm run admin` while a server is running. */

test('a new administrator logs in with the printed password and is prompted to change it', async () => {
  const server = await testServer();
  const email = 'ada@callpoint.example';
  const added = await runAdminCommand(server.location, ['add', email]);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const password = /Password {2}(\S+)/.exec(added.stdout)?.[1];
  const login = await server.post('/sapi/v1/login', { body: { email, password, role: 'admin' } });
  const { token } = login.body.data;
  const account = await server.get('/api/v1/account', { token });
  expect(account.body.data).toMatchObject({ email, should_change_password: true });
  const again = await runAdminCommand(server.location, ['add', email.toUpperCase()]);
  expect(again).toMatchObject({ code: 1, stdout: '' });
});

test('removing an administrator revokes its sessions and closes its streams, and it cannot sign in again', async () => {
  const server = await testServer({ beatMs: 20 });
  const [removedAdmin, otherAdmin] = [await buildAdmin(server.db), await buildAdmin(server.db)];
  const token = await server.tokenOf('admin', removedAdmin.id);
  const stream = await openEventStream(server.url, token, { base: '/api/v1' });
  const removed = await runAdminCommand(server.location, ['remove', removedAdmin.email.toUpperCase()]);
  expect(removed).toMatchObject({ code: 0, stderr: '' });
  expect((await server.get('/api/v1/overview', { token, query: { zone: 'UTC' } })).status).toBe(401);
  await stream.closed;
  expect(stream.messages.at(-1)).toMatchObject({ kind: 'ended' });
  const body = { email: removedAdmin.email, password: 'Orchard-lamp-42', role: 'admin' };
  expect((await server.post('/sapi/v1/login', { body })).status).toBe(401);
  // A session of a removed administrator is invalid, even if it was created after the removal.
  const orphan = await server.tokenOf('admin', removedAdmin.id);
  const rejected = await server.get('/api/v1/account', { token: orphan });
  expect([rejected.status, rejected.body.msg]).toEqual([401, 'Please log in.']);

  const line = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'action', 'subject_id'])
    .where('subject', '=', 'admin')
    .where('action', '=', 'delete')
    .executeTakeFirst();
  expect(line).toEqual({ actor_role: 'system', action: 'delete', subject_id: removedAdmin.id });
  const last = await runAdminCommand(server.location, ['remove', otherAdmin.email]);
  expect(last).toMatchObject({
    code: 1,
    stderr: `${otherAdmin.email} is the only administrator. Add another one first.\n`,
  });
});

test('rejects an address that does not belong to an administrator, and wrong arguments', async () => {
  const server = await testServer();
  const [admin, team] = [await buildAdmin(server.db), await buildTeam(server.db)];
  await buildAdmin(server.db);
  const run = async (...args: string[]) => (await runAdminCommand(server.location, args)).code;
  expect(await run('remove', team.email)).toBe(1);
  expect(await run('remove', 'nobody')).toBe(2);
  expect(await run('remove')).toBe(2);
  expect(await run('delete', admin.email)).toBe(2);
  expect(await run('remove', admin.email, 'extra')).toBe(2);
  expect(await server.db.selectFrom('admin').select('id').execute()).toHaveLength(2);
});
