import { Overloaded } from '../../scheduling/overloaded.ts';
import { isOfDisk, SQLITE_FULL } from '../sqlite/faults.ts';

/**
 * Errors of the network, and of PostgreSQL while it starts, stops, has no connection left, is a standby, or accepts no login, for
 * example since its password was changed.
 */
const CODES: ReadonlySet<string> = new Set(
  [
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN',
    // Connection exceptions. A pooler reports with protocol_violation (08P01) that it has no session.
    '08000 08001 08003 08004 08006 08P01',
    // invalid_authorization_specification, invalid_password
    '28000 28P01',
    // read_only_sql_transaction, idle_in_transaction_session_timeout, transaction_timeout
    '25006 25P03 25P04',
    // disk_full, too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout
    '53100 53300 57P01 57P02 57P03 57P05',
  ].flatMap((codes) => codes.split(' ')),
);
const DISK_FULL = '53100';
/** The library’s own errors have no code. */
const QUERY_TIMED_OUT = 'Query read timeout';
/** Of a caller that waited for a connection of the pool, all of which were used or being opened. */
const NONE_FREE = 'timeout exceeded when trying to connect';
/** Of pg, which has no code for it. */
const NO_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be';
const MESSAGES = new RegExp(
  `^(${NO_PASSWORD}|Connection terminated|${NONE_FREE}|${QUERY_TIMED_OUT}|Client has encountered a connection error)`,
);
/** Codes of Node about a certificate and TLS. */
const OF_TLS = /CERT|ISSUER|_TLS_|_SSL_/;
/** What pg reports about a server without TLS; it has no code. */
const WITHOUT_TLS = 'The server does not support SSL connections';

/** True for an error about TLS or a certificate, for example since that of the database has expired. */
export function isOfTls(error: Error): boolean {
  const { code = '' } = error as { code?: string };
  return OF_TLS.test(code) || error.message === WITHOUT_TLS;
}

/** Whether it is disk_full of PostgreSQL, or SQLITE_FULL. */
function isOfFullDisk(error: Error): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === DISK_FULL || errcode === SQLITE_FULL;
}

function textOf(cause: Error): string {
  if (cause instanceof Overloaded) return 'no connection to the database was free in time';
  if (cause.message.startsWith(NO_PASSWORD))
    return 'the database needs a password: its address has none, and PGPASSWORD is not set';
  if (isOfFullDisk(cause)) return 'the disk of the database is full';
  return isOfDisk(cause) ? 'the disk of the database has a fault' : 'the database is not available';
}

/**
 * The database does not respond, or accepts no changes at the moment. Whether a change was stored is not known. `code`: that of
 * the cause, or its text if it has none; both may be logged.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code: string;

  constructor(cause: Error) {
    super(textOf(cause), { cause });
    this.code = (cause as { code?: string }).code ?? cause.message;
  }
}

/**
 * Classes of codes about connections, logins, missing databases, resources, the state of an object, what an operator does, and
 * the system; and insufficient_privilege. The texts of other classes can quote values.
 */
const OF_USE = /^(08|28|3D|53|55|57|58)...$|^42501$/;

/** True if PostgreSQL reports that it cannot be used, in a text that contains no stored value. */
export function isOfUse(error: Error): boolean {
  return OF_USE.test((error as { code?: string }).code ?? '');
}

/** True if the disk had no space for a change: nothing was stored, and the connection still works. */
export function isDiskFull(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && isOfFullDisk(error.cause as Error);
}

/** True for a caller that waited too long for a connection of the pool. */
export function isNoneFree(error: unknown): boolean {
  return error instanceof Error && error.message === NONE_FREE;
}

/** True if a connection did not respond in time. */
export function isSilent(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && (error.cause as Error).message === QUERY_TIMED_OUT;
}

/** The error as `DatabaseUnavailable` if it is one; otherwise unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const { code = '' } = error as { code?: string };
  return CODES.has(code) || isOfTls(error) || MESSAGES.test(error.message)
    ? new DatabaseUnavailable(error)
    : error;
}

/** invalid_sql_statement_name, duplicate_prepared_statement */
const WRONG_NAMES: ReadonlySet<unknown> = new Set(['26000', '42P05']);

/** True for the error of a prepared query that the session does not have, or has already: pg expects another session. */
export function isOfOtherSession(error: unknown): error is Error {
  return error instanceof Error && WRONG_NAMES.has((error as { code?: string }).code);
}

/** The function of PostgreSQL that reports a result with other columns; its text is translated. */
const CHANGED_RESULT = 'RevalidateCachedQuery';

/**
 * True for the error of a prepared query that has not run and fails on this connection from now on: another process has
 * migrated the database and its result has other columns, or a pooler has changed the session.
 */
export function isUselessPlan(error: unknown): error is Error {
  if (isOfOtherSession(error)) return true;
  return error instanceof Error && (error as { routine?: string }).routine === CHANGED_RESULT;
}

/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

/** deadlock_detected: PostgreSQL has undone the transaction, and it can be repeated. */
const DEADLOCK = '40P01';

/** True for the error of a transaction that failed because others held its locks. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || (error as { code?: string } | null)?.code === DEADLOCK;
}

/** True for the error of a statement that waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === LOCK_TIMEOUT;
}
