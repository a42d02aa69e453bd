import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildSession, buildAppUser, buildTeam } from '../factories/accounts.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { openEventStream } from '../testing/calls/event-client.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { LiveEvents } from './live-events.ts';
import { PostgresRelay } from './postgres-relay.ts';
import type { Signal } from './signal.ts';

const event = (id: number): Signal => ({
  is: 'event',
  event: {
    kind: 'submission.created',
    team_id: 1,
    submission: 'button',
    item_id: 5,
    id,
    at: '2026-11-21T08:14:07.000Z',
  },
});

function relay(url: string, options: { beatMs?: number } = {}) {
  const received: Signal[] = [];
  const lines: string[] = [];
  const started = new PostgresRelay({
    url,
    onSignals: (signals) => received.push(...signals),
    log: { warn: (values, text) => lines.push([text, ...Object.values(values)].join(': ')) },
    ...options,
  });
  onTestFinished(() => started.close());
  return { relay: started, received, lines };
}

const isConnected = ({ received }: { received: Signal[] }) => received.some(({ is }) => is === 'refetch');
const ids = (received: Signal[]) =>
  received.flatMap((signal) => (signal.is === 'event' && 'id' in signal.event ? [signal.event.id] : []));

test('a press on one process reaches the consoles of another, and a logout closes a stream there', async () => {
  const { db, location } = await testDatabase();
  const [one, other] = await Promise.all([startServerProcess(location), startServerProcess(location)]);
  const team = await buildTeam(db);
  const rival = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const listening = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle' and query = 'listen callpoint_live'`.execute(db);
    return rows.length;
  };
  await expect.poll(listening).toBe(2);
  const phone = await buildSession(db, 'app_user', user.id);
  const post = (path: string, token: string, body: object) =>
    fetch(`${one.url}${path}?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const token = await buildSession(db, 'team', team.id);
  const stream = await openEventStream(other.url, token);
  const theirs = await openEventStream(other.url, await buildSession(db, 'team', rival.id));
  await post('/mapi/v1/button_click', phone, { client_id: randomUUID(), button_id: 5 });
  expect(await stream.received('submission.created')).toMatchObject({ team_id: team.id, item_id: 5 });
  await post('/sapi/v1/logout', token, {});
  await stream.closed;
  expect(stream.messages.at(-1)).toMatchObject({ kind: 'ended' });
  expect(theirs.messages.filter(({ kind }) => kind.startsWith('submission'))).toEqual([]);
  // A graceful stop closes the streams instead of waiting for them.
  expect(await other.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  await theirs.closed;
  expect(await one.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('signals reach all other processes in order, in as many notifications as necessary', async () => {
  const { location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('for PostgreSQL');
  const [a, b] = [relay(location.url), relay(location.url)];
  await expect.poll(() => isConnected(a) && isConnected(b)).toBe(true);
  const many = Array.from({ length: 300 }, (_, number) => event(number));
  a.relay.send(many);
  await expect.poll(() => ids(b.received).length).toBe(300);
  expect(ids(b.received)).toEqual(many.map((_, number) => number));
  expect(ids(a.received)).toEqual([]);
});

test('reconnects after a broken connection, and every process refetches what it may have missed', async () => {
  const { db, location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('for PostgreSQL');
  const [a, b] = [relay(location.url), relay(location.url)];
  await expect.poll(() => isConnected(a) && isConnected(b)).toBe(true);
  b.received.length = 0;
  a.received.length = 0;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'callpoint live events'`.execute(db);
  await expect.poll(() => a.lines.length > 0 && b.lines.length > 0).toBe(true);
  a.relay.send([event(1)]);
  await expect.poll(() => isConnected(a) && isConnected(b)).toBe(true);
  a.relay.send([event(2)]);
  await expect.poll(() => ids(b.received)).toEqual([2]);
});

test('logs notifications that do not come back in time, as behind a pooler, and reconnects', async () => {
  const { location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('for PostgreSQL');
  const it = relay(location.url, { beatMs: 1 });
  await expect.poll(() => it.lines.length).toBeGreaterThan(0);
  expect(it.lines[0]).toBe(
    'live events of other processes do not arrive; connecting again: a notification to this process itself did not arrive, as behind a pooler',
  );
  await expect.poll(() => it.received.filter(({ is }) => is === 'refetch').length).toBeGreaterThan(1);
});

test('ignores signals of unknown kinds, and consoles refetch after a notification that cannot be read', async () => {
  const { db, location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('for PostgreSQL');
  const it = relay(location.url);
  const live = new LiveEvents({ findInvalidSessions: async () => new Map(), log: { warn: () => {} } });
  onTestFinished(() => live.close());
  await expect.poll(() => isConnected(it)).toBe(true);
  const receivedAfter = async (payload: string) => {
    it.received.length = 0;
    const last = JSON.stringify({ from: 'another process', signals: [event(9)] });
    for (const text of [payload, last]) await sql`select pg_notify('callpoint_live', ${text})`.execute(db);
    await expect.poll(() => ids(it.received).at(-1)).toBe(9);
    live.receive(it.received);
    // What a process does with them comes after this tick of the event loop.
    await setImmediate();
    return it.received.slice(0, -1);
  };
  const signals = (...some: unknown[]) => JSON.stringify({ from: 'a newer version', signals: some });
  expect(await receivedAfter(signals({ is: 'planned', at: 1 }, event(1), { is: 'sessions' }))).toEqual([
    event(1),
    { is: 'sessions' },
  ]);
  for (const unreadable of [
    '',
    'not JSON',
    '7',
    'null',
    '{"from":"a"}',
    signals(7),
    signals({ is: 'event' }),
  ])
    expect(await receivedAfter(unreadable)).toEqual([{ is: 'refetch' }, { is: 'sessions' }]);
});
