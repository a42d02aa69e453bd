import { expect, test } from 'vitest';
import { holdLock, lockTeam, twoSubscribers } from '../src/testing/crashes/held-lock.ts';
import { buildCheckIn, testMonitor } from '../src/testing/phones/check-ins.ts';

/** Calls that wait for rows of one subscriber, which another process has locked, must not delay those of others. */

test('presses of others are accepted while those of a subscriber wait for a lock, which get 503 until it ends', async () => {
  const { server, waiting, other, press } = await twoSubscribers();
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

test('the emergency of an overdue check-in is raised while that of another subscriber waits for a lock', async () => {
  const { server, waiting, other } = await twoSubscribers();
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
