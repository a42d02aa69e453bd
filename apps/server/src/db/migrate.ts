import { readdirSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { getDialect, type Dialect } from './dialect.ts';
import type { Db } from './tables.ts';

/** One migration, written once for both databases. */
export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

const FOLDER = new URL('migrations/', import.meta.url);

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
      // Only a pending step is loaded: most starts have none.
      { up: async (on) => (await loadStep(file))(on, dialect) },
    ]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

const NEWER_VERSION =
  'The database has the tables of a newer version of Callpoint. Start that version, or restore a backup of this one.';

/** A migration has run that this version does not have. */
function isOfNewerVersion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations: previously executed');
}

/**
 * Runs the pending migrations. Several processes may call it concurrently. Returns the migrations that ran.
 * @param until the last migration to run, for tests with rows from before a migration
 */
export async function migrate(db: Db, until?: string): Promise<string[]> {
  const steps = migrator(db);
  const { error, results } = await (until === undefined ? steps.migrateToLatest() : steps.migrateTo(until));
  if (error) throw isOfNewerVersion(error) ? new Error(NEWER_VERSION) : error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** The names of all migrations of this version, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = FILES.map(nameOf);

/** The migrations that a database with tables has executed, also those that this version does not know. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

/** True when no migration is pending. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = await migrator(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}
