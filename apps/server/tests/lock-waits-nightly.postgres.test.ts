import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { holdLock, lockTeam, twoSubscribers } from '../src/testing/crashes/held-lock.ts';
import { gate } from '../src/testing/outbox.ts';

/** Calls that wait for rows of one subscriber, which another process has locked, must not delay those of others. */

test('a process that is paused in a transaction does not keep its locks', async () => {
  const { server, waiting, press } = await twoSubscribers();
  const paused = openDatabase(server.location, () => {});
  onTestFinished(() => paused.destroy());
  const locked = gate();
  const transaction = paused.transaction().execute(async (tx) => {
    await lockTeam(waiting.team.id)(tx);
    locked.open();
    await expect.poll(async () => (await press(waiting.user)).status, { timeout: 20_000 }).toBe(200);
    await sql`select 1`.execute(tx);
  });
  await locked.opened;
  await expect(transaction).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
});

test('calls that wait for a lock do not keep the connections of other calls', async () => {
  const { server, waiting, other } = await twoSubscribers();
  await holdLock(server, lockTeam(waiting.team.id));
  const token = await server.tokenOf('team', waiting.team.id);
  const save = (name: string) =>
    server.post('/tapi/v1/update/team', {
      token,
      body: { id: waiting.team.id, data: { first_name: name } },
    });
  const saves = ['A', 'B', 'C'].map(save);
  const phone = await server.tokenOf('app_user', other.user.id);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(200);
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses).toEqual(saves.map(() => 503));
});
