import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { StartError } from '../config/start-error.ts';
import { getDialect, type ReportProgress } from './dialect.ts';
import { KNOWN_MIGRATIONS, loadMigration, type NewIndexes } from './migration-files.ts';
import type { Db } from './tables.ts';

/**
 * Milliseconds that a step waits for a table that an export or a backup uses: later calls of the table wait for the step.
 * Less than the time after which PostgreSQL looks for deadlocks, so that a step ends before a press.
 */
const LOCK_WAIT = 500;
/** Milliseconds until all steps are tried again, and how often. */
const RETRY_AFTER = 2_000;
const ATTEMPTS = 150;
const TABLE_IN_USE =
  'A table is in use for too long, perhaps by a backup, so that the tables could not be updated. Nothing is lost: start again later.';

function migrator(db: Db, names: readonly string[] = KNOWN_MIGRATIONS): Migrator {
  const dialect = getDialect(db);
  const migrations = Object.fromEntries(
    names.map((name): [string, Migration] => [
      name,
      {
        up: async (on) => {
          await dialect.limitTransaction(on, { lockWait: LOCK_WAIT });
          // Only a pending migration is loaded: most starts have none.
          const { step, indexes, worksSince } = await loadMigration(name);
          await addIndexes(on, indexes);
          await step(on, dialect);
          if (worksSince !== null) await recordSupport(on, name, worksSince);
        },
      },
    ]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Creates those indexes that have not been built concurrently before. */
async function addIndexes(db: Kysely<unknown>, indexes: NewIndexes): Promise<void> {
  const dialect = getDialect(db);
  for (const [name, { table, columns }] of Object.entries(indexes)) {
    if (await dialect.hasIndex(db, name, table)) continue;
    await sql`create index ${sql.id(name)} on ${sql.table(table)} ${columns}`.execute(db);
  }
}

/** A migration has run that is not one of these: of a newer version, or a later one that another process has run meanwhile. */
function isOfLaterVersion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations: previously executed');
}

export type MigrateOptions = { beforeBuilds?: () => Promise<void>; report?: ReportProgress };

/**
 * Runs the pending migrations. Several processes may call it concurrently. Returns the migrations that ran. It also
 * accepts the tables of a newer version with which this one works.
 *
 * All are one transaction, except on PostgreSQL where tables may have rows: before a migration with indexes, those before it
 * are committed, and its indexes are built while others write the tables.
 * @param until the last migration to run, for tests with rows from before a migration
 * @param options `beforeBuilds`: called before anything is changed, if indexes will be built concurrently. `report`: gets their
 *   progress, because they can take long
 */
export async function migrate(
  db: Db,
  until = KNOWN_MIGRATIONS.at(-1),
  { beforeBuilds = async () => {}, report = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const names = KNOWN_MIGRATIONS.slice(0, KNOWN_MIGRATIONS.indexOf(until ?? '') + 1);
  const ran: string[] = [];
  const builds = await pendingBuilds(db, names);
  if (builds.length > 0) await beforeBuilds();
  for (const { name, indexes } of builds) {
    ran.push(...(await runSteps(db, names.slice(0, names.indexOf(name)))));
    // Another process may have run it meanwhile, and a later one that drops its indexes.
    if (!(await executedMigrations(db)).includes(name)) await buildConcurrently(db, indexes, report);
  }
  ran.push(...(await runSteps(db, names)));
  return ran;
}

/**
 * The pending ones with indexes that run next to calls of the tables: none in a new database, in a transaction, and where calls wait
 * for a migration anyway.
 */
async function pendingBuilds(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; indexes: NewIndexes }[]> {
  if (getDialect(db).buildIndex === null || db.isTransaction) return [];
  const known = await migrator(db).getMigrations();
  const pending = known.filter(({ executedAt }) => executedAt === undefined);
  if (pending.length === known.length) return [];
  const builds: { name: string; indexes: NewIndexes }[] = [];
  for (const { name } of pending) {
    if (!names.includes(name)) continue;
    const { indexes } = await loadMigration(name);
    if (await areMissing(db, indexes)) builds.push({ name, indexes });
  }
  return builds;
}

/** Whether one of them does not exist: somebody may have built them beforehand. */
async function areMissing(db: Db, indexes: NewIndexes): Promise<boolean> {
  const dialect = getDialect(db);
  for (const [name, { table }] of Object.entries(indexes))
    if (!(await dialect.hasIndex(db, name, table))) return true;
  return false;
}

async function buildConcurrently(db: Db, indexes: NewIndexes, report: ReportProgress): Promise<void> {
  const dialect = getDialect(db);
  for (const [name, index] of Object.entries(indexes)) {
    if (await dialect.hasIndex(db, name, index.table)) continue;
    await dialect.buildIndex?.(db, name, index, report);
  }
}

/** Runs those that are pending of the first migrations, in one transaction. */
async function runSteps(db: Db, names: readonly string[]): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await runOnce(db, names);
    if (!error) return (results ?? []).map(({ migrationName }) => migrationName);
    if (isOfLaterVersion(error)) {
      const problem = await newerVersionProblem(db);
      if (problem === null) return [];
      throw new StartError(problem);
    }
    if (!getDialect(db).isLockConflict(error) || db.isTransaction) throw error;
    if (attempt === ATTEMPTS) throw new StartError(TABLE_IN_USE, { cause: error });
    await setTimeout(RETRY_AFTER);
  }
}

/** Runs the pending migrations while no other process does. After an error nothing has changed. */
async function runOnce(db: Db, names: readonly string[]): Promise<MigrationResultSet> {
  const { lockMigrations } = getDialect(db);
  if (lockMigrations === null || db.isTransaction) {
    await lockMigrations?.(db);
    return await migrator(db, names).migrateToLatest();
  }
  const locked = db.transaction().execute(async (tx) => {
    const ran = await runOnce(tx, names);
    if (ran.error) throw ran.error;
    return ran;
  });
  return await locked.catch((error: unknown) => ({ error }));
}

async function recordSupport(db: Db, migration: string, worksSince: string): Promise<void> {
  await db.insertInto('migration_support').values({ migration, works_since: worksSince }).execute();
}

/** Why this version does not work with the tables of a newer one; null if it does, or if there is no newer one. */
export async function newerVersionProblem(db: Db): Promise<string | null> {
  const executed = await executedMigrations(db);
  const newer = executed.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (newer.length === 0) return null;
  const unsuitable = KNOWN_MIGRATIONS.every((name) => executed.includes(name))
    ? await findUnsuitable(db, newer)
    : newer;
  return unsuitable.length === 0
    ? null
    : `The database has the tables of a newer version of Callpoint, with which this version does not work (${unsuitable.join(', ')}). Start that version, or restore a backup of this one.`;
}

/** The migrations of a newer version that do not say that this version works with the tables after them. */
async function findUnsuitable(db: Db, newer: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('migration_support').selectAll().execute();
  const since = new Map(rows.map(({ migration, works_since }) => [migration, works_since]));
  return newer.filter((name) => !KNOWN_MIGRATIONS.includes(since.get(name) ?? ''));
}

/** The migrations that a database with tables has executed, also those that this version does not know. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

/** What the next start finds: no tables, those of an older version, or those of this version or a newer one. */
export async function findTables(db: Db): Promise<'none' | 'older' | 'current'> {
  const known = await migrator(db).getMigrations();
  const pending = known.filter(({ executedAt }) => executedAt === undefined).length;
  if (pending === known.length) return 'none';
  return pending > 0 ? 'older' : 'current';
}

/** True when no migration is pending, and the tables are not those of a newer version with which this one does not work. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await findTables(db)) === 'current' && (await newerVersionProblem(db)) === null;
}
