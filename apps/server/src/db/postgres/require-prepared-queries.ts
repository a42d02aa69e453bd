import pg from 'pg';
import { databaseUrls } from '../../config/database-url.ts';
import { EnvironmentError } from '../../config/variables.ts';
import { isOfOtherSession } from './unavailable.ts';

/** Milliseconds to wait for a connection. */
const MAX_WAIT = 10_000;
/** Milliseconds to wait for a query: a pooler with one session lets it wait while another client has that one. */
const QUERY_WAIT = 2_000;
/** A pooler reports its own errors with this code. */
const BY_POOLER = '08P01';

const NO_PREPARED_QUERIES =
  'leads to a pooler that does not support prepared queries. Use PgBouncer 1.21 or later with ' +
  'max_prepared_statements = 200, or pool_mode = session, or connect to PostgreSQL directly';
const NO_TRANSACTIONS =
  'leads to a pooler that does not support transactions. Use pool_mode = transaction or session, ' +
  'or connect to PostgreSQL directly';

/**
 * Rejects a pooler that gives each transaction another session and does not prepare our queries in it, or that has no
 * transactions: with one, the server would start and then fail at random. Directly at PostgreSQL, or in session mode, it is
 * always true. Of several hosts, each is checked: any of them can become the primary. A host that does not respond is left out.
 * @throws EnvironmentError that says what to change
 */
export async function requirePreparedQueries(databaseUrl: string): Promise<void> {
  const urls = databaseUrls(databaseUrl);
  for (const problem of await Promise.all(urls.map(findProblem))) {
    if (problem !== null) throw new EnvironmentError(`DATABASE_URL ${problem}`);
  }
}

async function findProblem(connectionString: string): Promise<string | null> {
  const open = () =>
    new pg.Client({ connectionString, connectionTimeoutMillis: MAX_WAIT, query_timeout: QUERY_WAIT });
  const [preparing, other] = [open(), open()];
  for (const client of [preparing, other]) client.on('error', () => {});
  const run = (client: pg.Client) => client.query({ name: 'callpoint_check', text: 'select 1', values: [] });
  try {
    await Promise.all([preparing.connect(), other.connect()]);
    await run(preparing);
    if (!(await canBegin(other))) return NO_TRANSACTIONS;
    // A pooler reuses the session that was used last: without its support, the query exists there already.
    await run(other);
    // While another client has that session, the query gets another one.
    await run(preparing);
    return null;
  } catch (error) {
    return isOfOtherSession(error) ? NO_PREPARED_QUERIES : null;
  } finally {
    // An open transaction ends with its connection.
    await Promise.allSettled([preparing.end(), other.end()]);
  }
}

async function canBegin(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === BY_POOLER) return false;
    throw error;
  }
}
