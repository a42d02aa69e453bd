import { hash } from 'node:crypto';
import pg from 'pg';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../connection.ts';
import { prepared } from './prepared.ts';
import { runSequence } from '../postgres/query-sequence.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import type { Db } from '../tables.ts';

const DATE = '2026-11-21T08:14:07.120Z';

const addProgress = prepared<{ name: unknown }, never>(
  (db, param) => db.insertInto('progress').values({ name: param('name') as string, done_until: DATE }),
  'not read',
);

async function names(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('progress')
    .select('name')
    .where('done_until', '=', DATE)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Counts the round trips from now on. */
function countRoundTrips(): () => number {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

test('the start of a transaction and statements without results are sent with the next one', async () => {
  const { db } = await testDatabase();
  await names(db);
  const roundTrips = countRoundTrips();
  await db.transaction().execute(async (tx) => {
    await addProgress(tx, { name: 'a' });
    await addProgress(tx, { name: 'b' });
  });
  expect(roundTrips()).toBe(1);
  await db.transaction().execute(async () => {});
  expect(roundTrips()).toBe(1);
  expect(await names(db)).toEqual(['a', 'b']);
  // Several statements without values are sent alone.
  await db.transaction().execute(async (tx) => {
    await sql.raw(`set local lock_timeout = 1000; delete from progress where name = 'a'`).execute(tx);
  });
  expect(await names(db)).toEqual(['b']);
  const before = roundTrips();
  // Outside of a transaction it runs at once.
  await addProgress(db, { name: 'c' });
  expect(roundTrips()).toBe(before + 1);
});

test('a transaction reads what it has added, and a rollback removes it', async () => {
  const { db } = await testDatabase();
  const seen: string[][] = [];
  const work = db.transaction().execute(async (tx) => {
    await addProgress(tx, { name: 'a' });
    seen.push(await names(tx));
    await addProgress(tx, { name: 'b' });
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(seen).toEqual([['a']]);
  expect(await names(db)).toEqual([]);
});

test('a statement that fails is the error of its transaction, which stores nothing; the connection works afterwards', async () => {
  const { db } = await testDatabase();
  await addProgress(db, { name: 'taken' });
  const add = (...all: unknown[]) =>
    db.transaction().execute(async (tx) => {
      for (const name of all) await addProgress(tx, { name });
    });
  await expect(add('a', 'taken', 'b')).rejects.toMatchObject({ code: '23505' });
  await expect(add('a', null)).rejects.toMatchObject({ code: '23502' });
  // A value that cannot be sent.
  const circular: object[] = [];
  circular.push(circular);
  await expect(add('a', { circular }, 'b')).rejects.toThrow('circular');
  expect(await names(db)).toEqual(['taken']);
  await add('a', 'b');
  expect(await names(db)).toEqual(['a', 'b', 'taken']);
});

test('if a transaction cannot start, its first statement does not run', async () => {
  const { db, location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('this test needs PostgreSQL');
  const client = new pg.Client(location.url);
  await client.connect();
  onTestFinished(() => client.end());
  const insert = {
    name: 'insert',
    text: 'insert into progress (name, done_until) values ($1, $2)',
    values: ['a', DATE],
  };
  const start = (isolation: string) => ({
    text: `set transaction isolation level ${isolation}`,
    values: [],
  });
  const run = (isolation: string) =>
    runSequence(client, [{ text: 'begin', values: [] }, start(isolation), insert], pg.types, 1_000);
  await expect(run('unknown')).rejects.toMatchObject({ code: '42601' });
  await client.query('rollback');
  expect(await names(db)).toEqual([]);
  expect(await run('serializable')).toMatchObject({ command: 'INSERT', rowCount: 1 });
  await client.query('commit');
  expect(await names(db)).toEqual(['a']);
});

test('after a first statement that failed, the others of the transaction fail with its error, and so does the commit', async () => {
  const { db } = await testDatabase();
  const errors: unknown[] = [];
  const work = db.transaction().execute(async (tx) => {
    for (const divisor of [0, 1])
      await sql`select 1 / ${divisor}::integer`.execute(tx).catch((error: unknown) => errors.push(error));
    await addProgress(tx, { name: 'a' }).catch((error: unknown) => errors.push(error));
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(errors).toMatchObject([{ code: '22012' }, { code: '22012' }, { code: '22012' }]);
  expect(await names(db)).toEqual([]);
  await db.transaction().execute((tx) => addProgress(tx, { name: 'b' }));
  expect(await names(db)).toEqual(['b']);
});

test('a statement that cannot be sent does not leave the others of its transaction, also if its error is caught', async () => {
  const { db } = await testDatabase();
  const circular: object[] = [];
  circular.push(circular);
  const work = db.transaction().execute(async (tx) => {
    await names(tx);
    await addProgress(tx, { name: { circular } });
    await names(tx).catch(() => {});
    await addProgress(tx, { name: 'b' });
  });
  await expect(work).rejects.toThrow('circular');
  expect(await names(db)).toEqual([]);
});

test('after a session without its prepared statements, a transaction can be repeated, and a single query runs', async () => {
  const { location } = await testDatabase();
  const faults: Error[] = [];
  const db = openDatabase(location, (error) => faults.push(error));
  onTestFinished(() => db.destroy());
  const add = (name: string) => db.transaction().execute((tx) => addProgress(tx, { name }));
  await add('a');
  await sql`deallocate all`.execute(db);
  await expect(add('b')).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: '26000' });
  await add('b');
  await addProgress(db, { name: 'c' });
  await sql`deallocate all`.execute(db);
  await addProgress(db, { name: 'd' });
  // From now on, queries have no names: transactions work in any session.
  await sql`deallocate all`.execute(db);
  await add('e');
  expect(await names(db)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(faults).toMatchObject([{ code: '26000' }]);
});

test('the name of a prepared query follows from its text: in the session of another process it is the same query', async () => {
  const { db } = await testDatabase();
  const rows = await db.connection().execute(async (one) => {
    await addProgress(one, { name: 'a' });
    return (
      await sql<{ name: string; statement: string }>`
        select name, statement from pg_prepared_statements where statement like 'insert%'`.execute(one)
    ).rows;
  });
  expect(rows).toHaveLength(1);
  for (const { name, statement } of rows)
    expect(name).toBe(`callpoint_${hash('sha256', statement, 'base64url')}`);
});

test('a query whose result is not read must not return rows', async () => {
  const { db } = await testDatabase();
  const returning = prepared<object, object>((on) => on.deleteFrom('progress').returning('name'), 'not read');
  await expect(returning(db, {})).rejects.toThrow('returns rows');
  const both = prepared<object, object>(
    () => sql`with deleted as (delete from progress returning name)
      delete from progress where name in (select lower(name) from deleted) returning (name)`,
    'not read',
  );
  await expect(both(db, {})).rejects.toThrow('returns rows');
  const unbalanced = prepared<object, object>(
    () => sql`delete from progress where name in (')', '(') returning name`,
    'not read',
  );
  await expect(unbalanced(db, {})).rejects.toThrow('returns rows');
  const onlyText = prepared<object, object>(
    () => sql`delete from progress where name = 'returning'`,
    'not read',
  );
  await expect(onlyText(db, {})).resolves.toEqual([]);
});

test('statements of different transactions keep their parsed queries and results apart', async () => {
  const { db } = await testDatabase();
  const read = prepared<{ name: string }, { name: string; length: number }>(
    (_, param) =>
      sql<{
        name: string;
        length: number;
      }>`select name, length(name) as length from progress where name = ${param('name')}`,
  );
  const all = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1));
  const results = await Promise.all(
    all.map((name) =>
      db.transaction().execute(async (tx) => {
        await addProgress(tx, { name });
        return await read(tx, { name });
      }),
    ),
  );
  expect(results).toEqual(all.map((name) => [{ name, length: name.length }]));
  expect(await names(db)).toHaveLength(40);
});
