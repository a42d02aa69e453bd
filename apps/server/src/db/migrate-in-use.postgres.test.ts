import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLocation, failUnlessClosed } from '../testing/databases/database.ts';
import { openDatabase } from './connection.ts';
import { isMigrated, migrate } from './migrate.ts';
import { loadMigration } from './migration-files.ts';
import type { NewIndex, ReportProgress } from './dialect.ts';
import { buildIndex, indexState } from './postgres/build-index.ts';
import { lockBuilds } from './postgres/build-progress.ts';
import type { Db } from './tables.ts';

test('a migration that waits for a table in use lets other calls of the table go first, and runs later', async () => {
  const location = await emptyLocation();
  const [db, other] = [openDatabase(location, failUnlessClosed), openDatabase(location, failUnlessClosed)];
  onTestFinished(async () => void (await Promise.all([db.destroy(), other.destroy()])));
  // The next one adds a column to this table.
  await migrate(db, '0063-help-sent-at');
  const read = sql<{ count: number }>`select count(*) as count from deleted_item`;
  const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
    where relation = 'deleted_item'::regclass and not granted`;
  const isWaiting = async () => ((await waiting.execute(other)).rows[0]?.count ?? 0) > 0;
  let migrated: Promise<string[]> | undefined;
  // Like a backup, which reads every table in one transaction.
  await other.transaction().execute(async (tx) => {
    await read.execute(tx);
    migrated = migrate(db);
    await expect.poll(isWaiting).toBe(true);
    // It would wait for the migration, which would wait for the transaction.
    expect((await read.execute(other)).rows).toEqual([{ count: 0 }]);
    expect(await isMigrated(other)).toBe(false);
  });
  expect(await migrated).toContain('0064-deleted-by-id');
  expect(await isMigrated(other)).toBe(true);
});

/** The last one before the first with an index on messages. */
const BEFORE_INDEX = '0064-deleted-by-id';
const INDEX = 'delivery_pending_lane';

test('messages are stored while an index on them is built', async () => {
  const [db, other, press] = await openAll(3);
  await migrate(db, BEFORE_INDEX);
  let migrated: Promise<string[]> | undefined;
  // Like a press that is being stored: the build waits for its end.
  await other.transaction().execute(async (tx) => {
    await writeMessages(tx);
    migrated = migrate(db);
    await expect.poll(() => indexState(press, INDEX, 'delivery')).toBe('in progress');
    await press.transaction().execute(writeMessages);
    expect(await isMigrated(press)).toBe(false);
  });
  expect(await migrated).toContain('0065-pending-by-lane');
  expect(await indexState(db, INDEX, 'delivery')).toBe('complete');
});

test('an index that somebody has built beforehand is not built, so it needs no session', async () => {
  const [db] = await openAll(2);
  const beforeBuilds = () => Promise.reject(new Error('must be built'));
  await migrate(db, '0074-find-held-emergencies');
  await expect(migrate(db, '0075-find-held-by-reason', { beforeBuilds })).rejects.toThrow('must be built');
  const { indexes } = await loadMigration('0075-find-held-by-reason');
  for (const [name, { table, columns }] of Object.entries(indexes))
    await sql`create index ${sql.id(name)} on ${sql.table(table)} ${columns}`.execute(db);
  expect(await migrate(db, '0075-find-held-by-reason', { beforeBuilds })).toEqual([
    '0075-find-held-by-reason',
  ]);
});

test('limits of the database do not end the build of an index, and apply again afterwards', async () => {
  const location = await emptyLocation();
  const other = openDatabase(location, failUnlessClosed);
  onTestFinished(() => other.destroy());
  await migrate(other, BEFORE_INDEX);
  await sql`do $$ begin
      execute format('alter database %I set lock_timeout = 1', current_database());
      execute format('alter database %I set statement_timeout = 2000', current_database());
      -- Since PostgreSQL 17.
      if exists (select from pg_settings where name = 'transaction_timeout') then
        execute format('alter database %I set transaction_timeout = 100', current_database());
      end if;
    end $$`.execute(other);
  const db = openDatabase(location, failUnlessClosed, { isTransfer: true });
  onTestFinished(() => db.destroy());
  let built: Promise<void> | undefined;
  await other.transaction().execute(async (tx) => {
    await writeMessages(tx);
    built = buildIndex(db, INDEX, { table: 'delivery', columns: sql`(id)` }, () => {});
    await expect.poll(() => indexState(other, INDEX, 'delivery')).toBe('in progress');
    const isOld = sql<{ isOld: boolean }>`select clock_timestamp() > xact_start + interval '200 ms' as "isOld"
      from pg_stat_progress_create_index join pg_stat_activity using (pid)`;
    await expect.poll(async () => (await isOld.execute(tx)).rows).toEqual([{ isOld: true }]);
  });
  await built;
  expect(await indexState(other, INDEX, 'delivery')).toBe('complete');
  const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as "limit"`.execute(
    db,
  );
  expect(rows).toEqual([{ limit: '1ms' }]);
});

test('an index whose build was interrupted is built again', async () => {
  const [db, other] = await openAll(2);
  await migrate(db, BEFORE_INDEX);
  await other.transaction().execute(async (tx) => {
    await writeMessages(tx);
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 200`.execute(connection);
      const build = sql`create index concurrently ${sql.id(INDEX)} on delivery (id)`.execute(connection);
      await expect(build).rejects.toThrow(/statement timeout/);
      await sql`set statement_timeout = 0`.execute(connection);
    });
  });
  expect(await indexState(db, INDEX, 'delivery')).toBe('incomplete');
  await migrate(db);
  expect(await indexState(db, INDEX, 'delivery')).toBe('complete');
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = ${INDEX}`.execute(db);
  expect(rows).toEqual([{ definition: expect.stringContaining('(channel, priority, lane,') }]);
});

test('two processes that start at the same time build each index once', async () => {
  const [one, two] = await openAll(2);
  await migrate(one, BEFORE_INDEX);
  const ran = await Promise.all([migrate(one), migrate(two)]);
  const names = ran.flat();
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names).toContain('0065-pending-by-lane');
  const { rows } = await sql`select indexrelid::regclass from pg_index where not indisvalid`.execute(one);
  expect(rows).toEqual([]);
  expect(await isMigrated(two)).toBe(true);
});

/** A table with one row, and a function for its indexes that fails the first time, and each time if `code` is not that of a deadlock. */
async function createFailingTable(db: Db, code: string): Promise<NewIndex> {
  await sql`create table thing (id integer)`.execute(db);
  await sql`insert into thing values (1)`.execute(db);
  await sql`create sequence calls`.execute(db);
  await sql`create function fail_first(id integer) returns integer immutable language plpgsql as $$ begin
      if nextval('public.calls') = 1 or ${sql.lit(code)} <> ${sql.lit(DEADLOCK)} then
        raise 'no index today' using errcode = ${sql.lit(code)};
      end if;
      return id;
    end $$`.execute(db);
  return { table: 'thing', columns: sql`(fail_first(id))` };
}

const DEADLOCK = '40P01';
/** query_canceled */
const CANCELED = '57014';

test('a build that fails leaves no index, and reports why before it waits to drop it', async () => {
  const [db, other] = await openAll(2);
  const index = await createFailingTable(other, CANCELED);
  const { reports, report } = collectReports();
  let built: Promise<void> | undefined;
  await other.transaction().execute(async (tx) => {
    // Like a backup. The drop waits for it, and the build does not.
    await sql`select * from thing`.execute(tx);
    built = buildIndex(db, INDEX, index, report, OFTEN);
    built.catch(() => {});
    const [{ pid } = { pid: 0 }] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx))
      .rows;
    await expect
      .poll(() => reports)
      .toContainEqual({
        phase: null,
        waitsFor: [expect.objectContaining({ pid, state: 'idle in transaction' })],
        text: 'an index is still being built',
      });
    expect(reports).toContainEqual({
      index: INDEX,
      reason: 'no index today',
      text: 'an index was not built; what exists is dropped',
    });
    expect(await indexState(tx, INDEX, 'thing')).toBe('incomplete');
  });
  await expect(built).rejects.toThrow('no index today');
  expect(await indexState(db, INDEX, 'thing')).toBe('missing');
});

test('a process reports whose build it waits for, and that wait costs it no attempt of its own', async () => {
  const [db, other] = await openAll(2);
  const index = await createFailingTable(other, DEADLOCK);
  const { reports, report } = collectReports();
  let built: Promise<void> | undefined;
  await other.transaction().execute(async (tx) => {
    await lockBuilds(tx);
    const [{ pid } = { pid: 0 }] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx))
      .rows;
    built = buildIndex(db, INDEX, index, report, OFTEN);
    built.catch(() => {});
    // More than builds may end because of a deadlock.
    await expect.poll(() => reports.length).toBeGreaterThan(30);
    expect(reports[0]).toEqual({
      index: INDEX,
      waitsFor: [expect.objectContaining({ pid })],
      text: 'another process builds an index',
    });
  });
  await built;
  expect(await indexState(db, INDEX, 'thing')).toBe('complete');
  expect(reports.filter(({ text }) => text.includes('not built'))).toHaveLength(1);
});

/** Milliseconds. */
const OFTEN = { lookAgain: 1, reportEvery: 1 };

function collectReports() {
  const reports: { text: string }[] = [];
  const report: ReportProgress = (_level, details, text) => void reports.push({ ...details, text });
  return { reports, report };
}

/** The lock that an insert takes. */
const writeMessages = async (tx: Db) =>
  void (await sql`lock table delivery in row exclusive mode`.execute(tx));

/** Connections of several processes to an empty database. */
async function openAll(count: 2): Promise<[Db, Db]>;
async function openAll(count: 3): Promise<[Db, Db, Db]>;
async function openAll(count: number): Promise<Db[]> {
  const location = await emptyLocation();
  const opened = Array.from({ length: count }, () => openDatabase(location, failUnlessClosed));
  onTestFinished(async () => void (await Promise.all(opened.map((db) => db.destroy()))));
  return opened;
}
