import { LONGEST_QUERY } from '../../scheduling/query-limit.ts';
import type { Statement } from './query-sequence.ts';

/** Queries are short: JIT compilation takes longer than running them. */
const NO_JIT = { jit: 'off' };

/**
 * What the session of a server has, as PostgreSQL writes it in `pg_settings`. `statement_timeout`: PostgreSQL ends a statement
 * that nobody waits for any more. `lock_timeout` and `idle_in_transaction_session_timeout`: a process that is paused in a
 * transaction keeps its locks, and the presses of others must not wait for it.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  ...NO_JIT,
  statement_timeout: `${LONGEST_QUERY + 5_000}ms`,
  lock_timeout: '2000ms',
  idle_in_transaction_session_timeout: '5000ms',
};

/**
 * Statements after connecting, and not parts of the startup packet, which PgBouncer rejects with them. PgBouncer gives each
 * session the time zone of the client. Behind a pooler that gives each transaction another session, the others may be missing,
 * unless the role has them too.
 */
const setAll = (settings: Readonly<Record<string, string>>) =>
  Object.entries({ timezone: 'UTC', ...settings })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');

export const SERVER_SESSION = setAll(SERVER_SETTINGS);

/** Of a connection that copies data or migrates: its transactions have limits of their own. */
export const TRANSFER_SESSION = setAll(NO_JIT);

/**
 * The limits of a transaction that copies data or migrates. The database, the role or a pooler’s session may have others. Only
 * for the transaction: a pooler may give its session to a server afterwards. PostgreSQL before version 17 has no
 * `transaction_timeout`.
 */
export const TRANSFER_LIMITS: Statement = {
  text: `select set_config(name, case when name like 'idle%' then '${LONGEST_QUERY}' else '0' end, true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  values: [],
};
