import { PostgresAdapter, type Kysely } from 'kysely';
import type { Dialect } from './dialect/operations.ts';
import { postgres } from './dialect/postgres.ts';
import { sqlite } from './dialect/sqlite.ts';

export type { Dialect, JsonColumns, NewIndex, ReportProgress, RowLock } from './dialect/operations.ts';

/**
 * The SQL that differs between SQLite and PostgreSQL, for a connection or transaction. The rest of the server does not
 * know which database it uses.
 */
export function getDialect(db: Pick<Kysely<never>, 'getExecutor'>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}

/** True for the error of a statement that violates a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && [sqlite, postgres].some((dialect) => dialect.isUniqueViolation(error));
}
