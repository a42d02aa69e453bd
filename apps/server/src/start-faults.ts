import { StartError } from './config/start-error.ts';
import { DatabaseUnavailable, isOfTls, isOfUse } from './db/postgres/unavailable.ts';
import { isOfFile } from './db/sqlite/faults.ts';

/**
 * Whether the text of an error at the start may be logged: it is ours, or about settings, the operating system, or the use of a
 * database. Any other text, for example of a failed statement, can quote what is stored.
 */
export function isLoggable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StartError || error instanceof DatabaseUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.every(isLoggable);
  if (isOfUse(error) || isOfTls(error) || isOfFile(error)) return true;
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
