import { readdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Dialect, NewIndex } from './dialect.ts';

/** One migration, written once for both databases. */
export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** By the name of the index. */
export type NewIndexes = Readonly<Record<string, NewIndex>>;

/** What a file of `migrations/` exports. CONTRIBUTING.md has the rules. */
export interface MigrationFile {
  step: MigrationStep;
  /** On tables with rows. They are created before the step. */
  indexes: NewIndexes;
  /** The newest migration of the oldest version whose code works with the tables after it; null before `FIRST_WITH_SUPPORT`. */
  worksSince: string | null;
}

/** The first migration that states which older versions work with the tables after it. */
const FIRST_WITH_SUPPORT = '0066-migration-support';

const FOLDER = new URL('migrations/', import.meta.url);

/** In the build the files end in `.js`. */
const FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .toSorted()
    .map((file) => [file.replace(/\.[jt]s$/, ''), file]),
);

/** The names of all migrations of this version, in their order. A released migration is never edited. */
export const KNOWN_MIGRATIONS: readonly string[] = [...FILES.keys()];

/**
 * Reads a migration: at most one function, which changes the tables, and `indexes`.
 * @param name of `KNOWN_MIGRATIONS`
 */
export async function loadMigration(name: string): Promise<MigrationFile> {
  const file = FILES.get(name) ?? name;
  const exported = (await import(new URL(file, FOLDER).href)) as Partial<MigrationFile>;
  const { worksSince = null, indexes = {}, ...functions } = exported;
  const [step = async () => {}, ...more] = Object.values(functions);
  if (more.length > 0 || typeof step !== 'function')
    throw new Error(`db/migrations/${file} exports more than one function, indexes and worksSince`);
  if (name < FIRST_WITH_SUPPORT) return { step, indexes, worksSince: null };
  if (worksSince === null || !KNOWN_MIGRATIONS.includes(worksSince) || worksSince >= name)
    throw new Error(`worksSince of db/migrations/${file} is not the name of an earlier migration`);
  return { step, indexes, worksSince };
}
