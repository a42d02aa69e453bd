import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import { getDialect } from '../src/db/dialect.ts';
import type { Db } from '../src/db/tables.ts';
import { emptyLocation, failUnlessClosed, testDatabase } from '../src/testing/databases/database.ts';
import { untilWaitsForLock } from '../src/testing/databases/lock-waits.ts';
import { gate } from '../src/testing/outbox.ts';
import {
  databaseVariables,
  runTransfer,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import { inSnapshot } from '../src/transfer/read-parts.ts';

/** Backups, restores and migrations in a database that ends queries after a short time. */

/** Milliseconds. */
const LIMIT = 200;
/** Of Kysely: one process migrates at a time. */
const MIGRATION_LOCK = '3853314791062309107';

async function limitQueries(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set statement_timeout = ${sql.lit(LIMIT)}`.execute(
    db,
  );
}

function newFile(): string {
  const folder = temporaryFolder('callpoint-backup-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'callpoint.backup');
}

const run = (name: 'backup' | 'restore', location: DatabaseLocation, file: string) =>
  runTransfer(name, databaseVariables(location), [file]);

/** Locks a table until the returned function is called. */
async function lockTable(db: Db, table: string): Promise<() => Promise<void>> {
  const { opened: unlocked, open: unlock } = gate();
  const { opened: locked, open: lock } = gate();
  const done = db.transaction().execute(async (tx) => {
    // On a busy machine, the command that must wait starts late.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`lock table ${sql.table(table)}`.execute(tx);
    lock();
    await unlocked;
  });
  await locked;
  const free = async () => {
    unlock();
    await done;
  };
  onTestFinished(free);
  return free;
}

test('a backup and a restore take longer than the database allows a query', async () => {
  const { db, location } = await testDatabase();
  await limitQueries(db);
  const unlock = await lockTable(db, 'team');
  const file = newFile();
  const backup = run('backup', location, file);
  await Promise.race([backup, untilWaitsForLock(db, 2 * LIMIT)]);
  await unlock();
  expect(await backup).toMatchObject({ code: 0, stderr: '' });

  const target = await emptyLocation();
  const other = openDatabase(target, failUnlessClosed);
  onTestFinished(() => other.destroy());
  await limitQueries(other);
  await sql`create table in_the_way (id integer)`.execute(other);
  const free = await lockTable(other, 'in_the_way');
  const restore = run('restore', target, file);
  await Promise.race([restore, untilWaitsForLock(other, 2 * LIMIT)]);
  await free();
  // It has counted the rows of the table as long as that took.
  expect((await restore).stderr).toContain('it is not empty: it has 1 table');
  await sql`drop table in_the_way`.execute(other);
  expect(await run('restore', target, file)).toMatchObject({ code: 0, stderr: '' });
});

test('a process waits for the migrations of another one longer than the database allows a query', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await limitQueries(db);
  const started = await db.connection().execute(async (on) => {
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(on);
    const starting = startServerProcess(location);
    await Promise.race([starting, untilWaitsForLock(db, 2 * LIMIT)]);
    await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(on);
    return await starting;
  });
  await expect.poll(async () => (await fetch(`${started.url}/readyz`)).status).toBe(200);
  expect((await started.end('SIGTERM')).code).toBe(0);
});

test('transactions of a transfer, and its end, have no limit in a session that has one, as a pooler may give them', async () => {
  const { location } = await testDatabase();
  const db = openDatabase(location, failUnlessClosed, { isTransfer: true });
  onTestFinished(() => db.destroy());
  // Those that this version of PostgreSQL has: `transaction_timeout` since version 17.
  const limits = async (on: Db) => {
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')`.execute(on);
    return rows.map(({ name, setting }) => `${name} = ${setting}`).toSorted();
  };
  await sql`select set_config(name, ${`${LIMIT}`}, false) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')`.execute(db);
  const limited = await limits(db);
  expect(limited.filter((one) => !one.endsWith(` = ${LIMIT}`))).toEqual([]);
  const unlimited = limited.map((one) => one.replace(`${LIMIT}`, '0'));
  expect(await inSnapshot(db, limits)).toEqual(unlimited);
  expect(await db.transaction().execute(limits)).toEqual(unlimited);
  // Its last statement analyzes the tables, and ends later than the limits.
  await createSlowlyAnalyzed(db);
  await getDialect(db).settle.execute(db);
  expect(await limits(db)).toEqual(limited);
});

/** A table whose analysis takes twice as long as the limit. */
async function createSlowlyAnalyzed(db: Db): Promise<void> {
  await sql`create table slow (id integer)`.execute(db);
  await sql`insert into slow values (1)`.execute(db);
  await sql`create function wait_for(id integer) returns integer immutable language plpgsql as $$ begin
      perform pg_sleep(${sql.lit((2 * LIMIT) / 1_000)});
      return id;
    end $$`.execute(db);
  await sql`create statistics slow_analysis on (wait_for(id)), id from slow`.execute(db);
}

test('a backup whose query fails says why, and leaves no file', async () => {
  const { db, location } = await testDatabase();
  const unlock = await lockTable(db, 'team');
  const file = newFile();
  const backup = run('backup', location, file);
  const pid = await untilWaitsForLock(db, 0);
  await sql`select pg_cancel_backend(${pid}::integer)`.execute(db);
  expect(await backup).toEqual(
    expect.objectContaining({ code: 1, stdout: '', stderr: 'canceling statement due to user request\n' }),
  );
  await unlock();
  expect([file, `${file}.incomplete`].filter((path) => existsSync(path))).toEqual([]);
});
