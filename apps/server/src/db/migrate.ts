import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { getDialect, type Dialect } from './dialect.ts';
import type { Db } from './tables.ts';

/** One migration, written once for both databases. */
export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** The table in which a newer version states which older versions work with its tables. */
const SUPPORT = 'migration_support';

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

/** The function that a file of `migrations/` exports. */
async function loadStep(file: string): Promise<MigrationStep> {
  const exported = Object.values((await import(new URL(file, FOLDER).href)) as object) as unknown[];
  const [step] = exported;
  if (exported.length !== 1 || typeof step !== 'function')
    throw new Error(`db/migrations/${file} does not export exactly one function`);
  return step as MigrationStep;
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
          await (
            await loadStep(file)
          )(on, dialect);
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
    if (!getDialect(db).isLockTimeout(error) || db.isTransaction) throw error;
    if (attempt === ATTEMPTS) throw new Error(TABLE_IN_USE, { cause: error });
    await setTimeout(RETRY_AFTER);
  }
}

/** Why this version does not work with the tables of a newer one; null if it does, or if there is no newer one. */
export async function newerVersionProblem(db: Db): Promise<string | null> {
  const executed = await executedMigrations(db);
  const newer = executed.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (newer.length === 0) return null;
  const support = await readSupport(db);
  const unsuitable = newer.filter((name) => {
    const since = support.get(name);
    return since === undefined || !KNOWN_MIGRATIONS.includes(since);
  });
  if (unsuitable.length === 0 && KNOWN_MIGRATIONS.every((name) => executed.includes(name))) return null;
  return `The database has the tables of a newer version of Callpoint, with which this version does not work (${(unsuitable.length > 0 ? unsuitable : newer).join(', ')}). Start that version, or restore a backup of this one.`;
}

/** For each migration, the newest migration of the oldest version that works with the tables after it. */
async function readSupport(db: Db): Promise<ReadonlyMap<string, string>> {
  const columns = await getDialect(db).storedColumns(db);
  if (!columns.some(({ table }) => table === SUPPORT)) return new Map();
  const { rows } = await sql<{ migration: string; works_since: string }>`
    select migration, works_since from ${sql.table(SUPPORT)}`.execute(db);
  return new Map(rows.map(({ migration, works_since }) => [migration, works_since]));
}

/** The names of all migrations of this version, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = FILES.map(nameOf);

/** The migrations that a database with tables has executed, also those that this version does not know. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

/** True when no migration is pending, and the tables are not those of a newer version with which this one does not work. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = await migrator(db).getMigrations();
  if (known.some(({ executedAt }) => executedAt === undefined)) return false;
  return (await newerVersionProblem(db)) === null;
}
