/** SQLITE_CONSTRAINT_UNIQUE, as node:sqlite reports it. */
const SQLITE_UNIQUE = 2067;
/** unique_violation of PostgreSQL. */
const POSTGRES_UNIQUE = '23505';

/** True for the error of a statement that would have made a second row where only one may be. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === SQLITE_UNIQUE || code === POSTGRES_UNIQUE;
}
