import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { getDialect, type Dialect } from './dialect.ts';
import type { Db } from './tables.ts';

/** One migration, written once for both databases. */
export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** The first migration that states which older versions work with the tables after it. */
const FIRST_WITH_SUPPORT = '0066-migration-support';

const FOLDER = new URL('migrations/', import.meta.url);

/**
 * Milliseconds that a step waits for a table that an export or a backup uses: later calls of the table wait for the step.
 * Less than the time after which PostgreSQL looks for deadlocks, so that a step ends before a press.
 */
const LOCK_WAIT = 500;
/** Milliseconds until all steps are tried again, and how often. */
const RETRY_AFTER = 2_000;
const ATTEMPTS = 150;
const TABLE_IN_USE =
  'A table is in use for too long, perhaps by a backup, so that the tables could not be updated. Nothing has changed.';

/** Every file of `migrations/`, in the order of their names. A released migration is never edited. */
const FILES = readdirSync(FOLDER).toSorted();

/** In the build the files end in `.js`. */
const nameOf = (file: string) => file.replace(/\.[jt]s$/, '');

/** The names of all migrations of this version, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = FILES.map(nameOf);

type Migrated = { step: MigrationStep; worksSince: string | null };

/**
 * What a file of `migrations/` exports: a function, and `worksSince`, the newest migration of the oldest version whose
 * code works with the tables after it. CONTRIBUTING.md has the rules.
 */
async function load(file: string): Promise<Migrated> {
  const exported = (await import(new URL(file, FOLDER).href)) as { worksSince?: string };
  const { worksSince = null, ...rest } = exported;
  const [step, ...more] = Object.values(rest);
  if (more.length > 0 || typeof step !== 'function')
    throw new Error(`db/migrations/${file} does not export exactly one function`);
  const name = nameOf(file);
  if (name < FIRST_WITH_SUPPORT) return { step: step as MigrationStep, worksSince: null };
  if (worksSince === null || !KNOWN_MIGRATIONS.includes(worksSince) || worksSince >= name)
    throw new Error(`worksSince of db/migrations/${file} is not the name of an earlier migration`);
  return { step: step as MigrationStep, worksSince };
}

function migrator(db: Db): Migrator {
  const dialect = getDialect(db);
  const migrations = Object.fromEntries(
    FILES.map((file): [string, Migration] => [
      nameOf(file),
      {
        up: async (on) => {
          await dialect.limitTransaction(on, { lockWait: LOCK_WAIT });
          // Only a pending step is loaded: most starts have none.
          const { step, worksSince } = await load(file);
          await step(on, dialect);
          if (worksSince !== null) await recordSupport(on, nameOf(file), worksSince);
        },
      },
    ]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** A migration has run that this version does not have. */
function isOfNewerVersion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations: previously executed');
}

/**
 * Runs the pending migrations. Several processes may call it concurrently. Returns the migrations that ran. It also
 * accepts the tables of a newer version with which this one works.
 * @param until the last migration to run, for tests with rows from before a migration
 */
export async function migrate(db: Db, until?: string): Promise<string[]> {
  const steps = migrator(db);
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await (until === undefined ? steps.migrateToLatest() : steps.migrateTo(until));
    if (!error) return (results ?? []).map(({ migrationName }) => migrationName);
    if (isOfNewerVersion(error)) {
      const problem = await newerVersionProblem(db);
      if (problem === null) return [];
      throw new Error(problem);
    }
    if (!getDialect(db).isLockConflict(error) || db.isTransaction) throw error;
    if (attempt === ATTEMPTS) throw new Error(TABLE_IN_USE, { cause: error });
    await setTimeout(RETRY_AFTER);
  }
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
