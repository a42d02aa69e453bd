import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import type { Tx } from '../src/db/tables.ts';
import { gate } from '../src/testing/outbox.ts';
import { buildCheckIn, testMonitor } from '../src/testing/phones/check-ins.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';
import { buildTenant } from '../src/testing/tenant.ts';

/** Calls that wait for rows of one subscriber, which another process has locked, must not delay those of others. */

/** Keeps what `lock` locks, like a process that is paused in a transaction, until the returned function is called. */
async function holdLock(
  server: TestServer,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const other = openDatabase(server.location, () => {}, { isTransfer: true });
  const [locked, released] = [gate(), gate()];
  const holding = other.transaction().execute(async (tx) => {
    await lock(tx);
    locked.open();
    await released.opened;
  });
  await locked.opened;
  const release = async () => {
    released.open();
    await holding;
  };
  onTestFinished(async () => {
    await release();
    await other.destroy();
  });
  return release;
}

const lockTeam = (teamId: number) => (tx: Tx) =>
  sql`select id from team where id = ${teamId} for update`.execute(tx);

async function ground() {
  const server = await testServer();
  const [waiting, other] = [await buildTenant(server.db), await buildTenant(server.db)];
  const press = async (user: { id: number }) => {
    const token = await server.tokenOf('app_user', user.id);
    const body = { client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID };
    const { status, headers } = await server.post('/mapi/v1/button_click', { token, body });
    return { status, retryAfter: headers.get('retry-after') };
  };
  return { server, waiting, other, press };
}

test('presses of others are accepted while those of a subscriber wait for a lock, which get 503 until it ends', async () => {
  const { server, waiting, other, press } = await ground();
  const release = await holdLock(server, lockTeam(waiting.team.id));
  const presses = [waiting, other, waiting, other].map(({ user }) => press(user));
  const [first, second, third, fourth] = await Promise.all(presses);
  expect([second, fourth]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect([first, third]).toEqual([
    { status: 503, retryAfter: '5' },
    { status: 503, retryAfter: '5' },
  ]);
  await release();
  expect(await press(waiting.user)).toMatchObject({ status: 200 });
  const stored = await server.db.selectFrom('button_click').select('team_id').orderBy('team_id').execute();
  expect(stored.map(({ team_id }) => team_id)).toEqual([waiting, other, other].map(({ team }) => team.id));
});

test('a process that is paused in a transaction does not keep its locks', async () => {
  const { server, waiting, press } = await ground();
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
  const { server, waiting, other } = await ground();
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

test('the emergency of an overdue check-in is raised while that of another subscriber waits for a lock', async () => {
  const { server, waiting, other } = await ground();
  const { db } = server;
  const dueAt = new Date(Date.now() - 3_600_000);
  const until = new Date(Date.now() + 3_600_000);
  for (const { user, team } of [waiting, other])
    await buildCheckIn(db, { id: user.id, team_id: team.id }, { dueAt, until });
  const release = await holdLock(server, lockTeam(waiting.team.id));
  const monitor = testMonitor(db);
  const states = async () => {
    const rows = await db.selectFrom('check_in').select(['team_id', 'state']).execute();
    return Object.fromEntries(rows.map(({ team_id, state }) => [team_id, state]));
  };
  await monitor.check();
  expect(await states()).toEqual({ [waiting.team.id]: 'active', [other.team.id]: 'raised' });
  await release();
  await monitor.check();
  expect(await states()).toEqual({ [waiting.team.id]: 'raised', [other.team.id]: 'raised' });
});
