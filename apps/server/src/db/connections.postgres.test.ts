import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectionUsage } from './connection.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';
import { prepared } from './queries/prepared.ts';
import { readTogether } from './queries/read-together.ts';
import { Overloaded } from '../scheduling/overloaded.ts';
import { runAsLowPriority } from '../scheduling/press-priority.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { gate } from '../testing/outbox.ts';
import { testServer } from '../testing/server.ts';
import { buildTenant } from '../testing/tenant.ts';

test('a press gets a connection while many calls wait for the database', async () => {
  const { db } = await testDatabase();
  const running = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`;
  let finished = 0;
  const sleep = async (): Promise<void> => {
    await sql`select pg_sleep(0.1)`.execute(db);
    finished += 1;
  };
  const calls: Promise<void>[] = [];
  runAsLowPriority(() => calls.push(...Array.from({ length: 20 }, sleep)));
  const seen: number[] = [];
  while (finished < calls.length) seen.push((await running.execute(db)).rows[0]?.count ?? 0);
  await Promise.all(calls);
  // There are ten connections; these calls never use four of them.
  expect(Math.max(...seen)).toBeGreaterThan(0);
  expect(Math.max(...seen)).toBeLessThanOrEqual(6);
  // The query got a connection repeatedly while they ran.
  expect(seen.length).toBeGreaterThan(10);
});

test('counts the calls that wait for one of the connections of other calls', async () => {
  const { db } = await testDatabase();
  const { opened, open } = gate();
  const calls: Promise<void>[] = [];
  runAsLowPriority(() => {
    for (let call = 0; call < 10; call += 1) calls.push(db.connection().execute(() => opened));
  });
  // At most six of the ten connections are for other calls.
  await expect.poll(() => connectionUsage(db)?.waiting).toBeGreaterThanOrEqual(4);
  open();
  await Promise.all(calls);
  expect(connectionUsage(db)?.waiting).toBe(0);
});

test('callers get the connections of other calls in turns', async () => {
  const { db } = await testDatabase();
  const order: string[] = [];
  const calls: Promise<void>[] = [];
  const gates = Array.from({ length: 20 }, gate);
  const call = (caller: string, opened?: Promise<void>) =>
    runAsLowPriority(() => {
      const work = db.connection().execute(async () => {
        order.push(caller);
        await opened;
      });
      calls.push(work);
    }, caller);
  for (const { opened } of gates) call('busy', opened);
  // All that have a turn have their connections too: these are opened only now.
  await expect.poll(() => order.length + (connectionUsage(db)?.waiting ?? 0)).toBe(gates.length);
  const started = order.length;
  call('other');
  for (const { open } of gates) open();
  await Promise.all(calls);
  // One that waited longer may be before it, because its caller had the next turn.
  expect(order.indexOf('other')).toBeLessThanOrEqual(started + 1);
});

test('rejects a call that waits too long for a connection with 503, and accepts a press meanwhile', async () => {
  const server = await testServer({ longestWait: 50 });
  const { team, user } = await buildTenant(server.db);
  const [token, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  const { opened, open } = gate();
  const blockers: Promise<unknown>[] = [];
  // Some of them get all connections of other calls, the others none.
  runAsLowPriority(() => {
    for (let blocker = 0; blocker < 6; blocker += 1)
      blockers.push(
        server.db
          .connection()
          .execute(() => opened)
          .catch(() => {}),
      );
  });
  const read = () => server.get('/tapi/v1/listPaged/settings', { token });
  const { status, body, headers } = await read();
  expect([status, body]).toEqual([
    503,
    { ok: false, msg: 'The server is busy. Try again in a moment.', errors: [] },
  ]);
  expect(headers.get('retry-after')).toBe('5');
  const press = { button_id: EMERGENCY_BUTTON_ID, client_id: randomUUID() };
  const pressed = await server.post('/mapi/v1/button_click', { token: phone, body: press });
  expect(pressed.status).toBe(200);
  open();
  await Promise.all(blockers);
  expect((await read()).status).toBe(200);
});

test('accepts presses while the work of the process itself waits for the database with all connections that it may use', async () => {
  const server = await testServer();
  const { user } = await buildTenant(server.db);
  const phone = await server.tokenOf('app_user', user.id);
  const { opened, open } = gate();
  const own = Array.from({ length: 12 }, () => server.db.connection().execute(() => opened));
  // Eight of the ten connections are for work other than presses.
  await expect.poll(() => connectionUsage(server.db)?.waiting).toBeGreaterThanOrEqual(4);
  expect(connectionUsage(server.db)?.used).toBeLessThanOrEqual(8);
  const press = { button_id: EMERGENCY_BUTTON_ID, client_id: randomUUID() };
  expect((await server.post('/mapi/v1/button_click', { token: phone, body: press })).status).toBe(200);
  // It stores presses, so it is ready.
  expect((await server.get('/readyz')).status).toBe(200);
  open();
  await Promise.all(own);
  expect(connectionUsage(server.db)?.waiting).toBe(0);
});

test('a press does not wait for the same read of other work in the same tick', async () => {
  const { db } = await testDatabase();
  const read = readTogether<{ id: number }, { id: number }>({ id: 'integer' }, (on, param) =>
    on.selectFrom('team').select('id').where('id', '=', param('id')),
  );
  const { opened, open } = gate();
  const own = Array.from({ length: 8 }, () => db.connection().execute(() => opened));
  await expect.poll(() => connectionUsage(db)?.used).toBe(8);
  const ofOtherWork = read(db, { id: 1 });
  expect(await withQueryLimit('press', () => read(db, { id: 1 }))).toEqual([]);
  open();
  await Promise.all([...own, ofOtherWork]);
});

test('a press that waits too long for a connection that others use is rejected as too much work, not as a database fault', async () => {
  const { db } = await testDatabase({ connectWithin: 3_000 });
  const { opened, open } = gate();
  onTestFinished(open);
  const hold = () => db.connection().execute(() => opened);
  const presses = Array.from({ length: 10 }, () => withQueryLimit('press', hold));
  await expect.poll(() => connectionUsage(db)).toEqual({ used: 10, idle: 0, waiting: 0 });
  const [press, own] = await Promise.allSettled([withQueryLimit('press', hold), hold()]);
  expect(press).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) });
  // The work of the process itself tries again, as without a database.
  expect(own).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  open();
  await Promise.all(presses);
});

test('calls and the work of the process itself get connections in turns', async () => {
  const { db } = await testDatabase();
  const order: string[] = [];
  const gates = Array.from({ length: 12 }, gate);
  const hold = (name: string, opened?: Promise<void>) =>
    db.connection().execute(async () => {
      order.push(name);
      await opened;
    });
  const own = gates.map(({ opened }) => hold('own', opened));
  await expect.poll(() => order.length).toBe(8);
  const calls: Promise<void>[] = [];
  runAsLowPriority(() => calls.push(hold('call')));
  // One of the calls' own connections is free, so it waits like the others.
  await expect.poll(() => connectionUsage(db)?.waiting).toBeGreaterThanOrEqual(5);
  // One connection after the other becomes free.
  for (const [index, { open }] of gates.entries()) {
    open();
    if (index < 2) await expect.poll(() => order.length).toBeGreaterThanOrEqual(9 + index);
  }
  await Promise.all([...own, ...calls]);
  expect(order.slice(8, 10)).toEqual(['own', 'call']);
});

test('the work of the process itself that waits too long for a connection fails like without a database', async () => {
  const { db } = await testDatabase({ longestWait: 50 });
  const { opened, open } = gate();
  const work = Array.from({ length: 9 }, () => db.connection().execute(() => opened));
  const [ninth] = (await Promise.allSettled([work[8]])) as PromiseRejectedResult[];
  expect(ninth?.reason).toBeInstanceOf(DatabaseUnavailable);
  open();
  await Promise.all(work.slice(0, 8));
});

test('a connection that the database closes while it is in use fails its query, and not the process', async () => {
  const { db } = await testDatabase();
  const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const work = db.transaction().execute(async (tx) => {
    const used = (await pid.execute(tx)).rows[0]?.pid;
    await sql`select pg_terminate_backend(${used}::int)`.execute(db);
    // The end of the connection arrives.
    await expect
      .poll(() =>
        pid.execute(tx).then(
          () => 'works',
          () => 'closed',
        ),
      )
      .toBe('closed');
  });
  await expect(work).rejects.toThrow('the database is not available');
  expect((await pid.execute(db)).rows).toHaveLength(1);
});

test('prepared queries work after another process has added a column; a transaction fails at most once on each connection', async () => {
  const { db } = await testDatabase();
  const read = prepared<{ key: string }, object>((on, param) =>
    on.selectFrom('progress').selectAll().where('name', '=', param('key')),
  );
  await db.insertInto('progress').values({ name: 'a', done_until: '2026-11-21T08:14:07.120Z' }).execute();
  const [before] = await read(db, { key: 'a' });
  await sql`alter table progress add column added integer default 7`.execute(db);
  expect(await read(db, { key: 'a' })).toEqual([{ ...before, added: 7 }]);
  expect(await read(db, { key: 'a' })).toEqual([{ ...before, added: 7 }]);

  await sql`alter table progress drop column added`.execute(db);
  const inTransaction = () => db.transaction().execute((tx) => read(tx, { key: 'a' }));
  await expect(inTransaction()).rejects.toThrow('the database is not available');
  expect(await inTransaction()).toEqual([before]);
});
