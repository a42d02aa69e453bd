import { PostgresAdapter, type Kysely } from 'kysely';
import type { Dialect } from './dialect/operations.ts';
import { postgres } from './dialect/postgres.ts';
import { sqlite } from './dialect/sqlite.ts';

export type { Dialect, JsonColumns, RowLock } from './dialect/operations.ts';

/**
 * How to write what SQLite and PostgreSQL write differently, for a connection or transaction. Nothing else in the
 * server knows which database it has.
 */
export function dialectOf(db: Pick<Kysely<never>, 'getExecutor'>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}

/** True for the error of a statement that would have stored a second row where only one is allowed. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && [sqlite, postgres].some((dialect) => dialect.isUniqueViolation(error));
}
