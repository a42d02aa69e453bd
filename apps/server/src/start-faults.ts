import { StartError } from './config/start-error.ts';
import { DatabaseUnavailable, isOfUse } from './db/postgres/unavailable.ts';
import { isOfFile } from './db/sqlite/faults.ts';

/** The codes of Node about a certificate and TLS. */
const OF_TLS = /CERT|ISSUER|_TLS_|_SSL_/;
/** What pg reports about a server without TLS; it has no code. */
const WITHOUT_TLS = 'The server does not support SSL connections';

/**
 * Whether the text of an error at the start may be logged: it is ours, or about settings, the operating system, or the use of a
 * database. Any other text, for example of a failed statement, can quote what is stored.
 */
export function isLoggable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StartError || error instanceof DatabaseUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.every(isLoggable);
  if (isOfUse(error) || isOfFile(error)) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || OF_TLS.test(code) || error.message === WITHOUT_TLS;
}
