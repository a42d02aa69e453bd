import pg from 'pg';
import { EnvironmentError } from '../../config/variables.ts';
import { Primary } from './primary.ts';

/** Milliseconds to wait for a connection, and for a query. */
const MAX_WAIT = 10_000;
/** invalid_sql_statement_name */
const UNKNOWN_NAME = '26000';

/**
 * Rejects a pooler that gives each transaction another session and does not prepare our queries in it: with one, the
 * server would start and then fail at random. Directly at PostgreSQL, or in session mode, it is always true.
 * @throws EnvironmentError that says what to change
 */
export async function requirePreparedQueries(databaseUrl: string): Promise<void> {
  const { url: connectionString } = new Primary(databaseUrl);
  const open = () =>
    new pg.Client({ connectionString, connectionTimeoutMillis: MAX_WAIT, query_timeout: MAX_WAIT });
  const [preparing, other] = [open(), open()];
  for (const client of [preparing, other]) client.on('error', () => {});
  try {
    await Promise.all([preparing.connect(), other.connect()]);
    const run = () => preparing.query({ name: 'callpoint_check', text: 'select 1', values: [] });
    await run();
    // A pooler reuses the session that was used last. While another client has that one, the query gets another session.
    await other.query('begin');
    await run();
    await other.query('rollback');
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_NAME) return;
    throw new EnvironmentError(
      'DATABASE_URL leads to a pooler that does not support prepared queries. Use PgBouncer 1.21 or later with ' +
        'max_prepared_statements = 200, or pool_mode = session, or connect to PostgreSQL directly',
    );
  } finally {
    await Promise.allSettled([preparing.end(), other.end()]);
  }
}
