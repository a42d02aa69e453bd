import { LONGEST_QUERY } from '../../scheduling/query-limit.ts';
import type { Statement } from './query-sequence.ts';

/**
 * What the session of a server has for each statement, in milliseconds. `statement_timeout`: PostgreSQL ends a statement that
 * nobody waits for any more. `lock_timeout` and `idle_in_transaction_session_timeout`: a process that is paused in a transaction
 * keeps its locks, and the presses of others must not wait for it.
 */
export const SERVER_LIMITS = {
  statement_timeout: LONGEST_QUERY + 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
} as const;

/**
 * Queries are short: JIT compilation takes longer than running them. Not in the startup packet, which PgBouncer rejects
 * with them. Behind a pooler that gives each transaction another session they may be missing, unless the role has them too.
 */
export const SESSION = `set timezone = 'UTC'; set jit = off`;

export const SERVER_SESSION = [
  SESSION,
  ...Object.entries(SERVER_LIMITS).map(([name, ms]) => `set ${name} = ${ms}`),
].join('; ');

/**
 * The limits of a transaction that copies data or migrates. The database, the role or a pooler’s session may have others. Only
 * for the transaction: a pooler may give its session to a server afterwards.
 */
export const TRANSFER_LIMITS: Statement = {
  text: `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '${LONGEST_QUERY}', true)`,
  values: [],
};
