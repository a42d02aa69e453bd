import { join } from 'node:path';
import { Kysely, PostgresAdapter } from 'kysely';
import { postgresDialect, type PostgresOptions } from './postgres.ts';
import { keepPrivate } from './private-files.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Database, Db } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Where the data is: a PostgreSQL URL, or a SQLite file. */
export type DatabaseLocation = { kind: 'postgres'; url: string } | { kind: 'sqlite'; file: string };

export function databaseLocation(settings: {
  databaseUrl: string | null;
  dataDir: string;
}): DatabaseLocation {
  if (settings.databaseUrl) return { kind: 'postgres', url: settings.databaseUrl };
  return { kind: 'sqlite', file: join(settings.dataDir, 'callpoint.db') };
}

/** Opens the database; `onError` receives errors of idle connections. Close it with `db.destroy()`. */
export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  options: PostgresOptions = {},
): Db {
  if (location.kind === 'postgres') {
    return new Kysely<Database>({ dialect: postgresDialect(location.url, onError, options) });
  }
  keepPrivate(location.file);
  return new Kysely<Database>({ dialect: sqliteDialect(location.file) });
}

/** Which database a connection or transaction speaks to. */
export function databaseKind(db: Db): DatabaseKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
