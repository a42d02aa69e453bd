import pg from 'pg';
import { databaseUrls } from '../../config/database-url.ts';
import { EnvironmentError } from '../../config/variables.ts';
import { asUnavailable, isOfOtherSession, isSilent } from './unavailable.ts';

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
  for (const { problem } of await Promise.all(databaseUrls(databaseUrl).map(probe))) {
    if (problem !== null) throw new EnvironmentError(`DATABASE_URL ${problem}`);
  }
}

/** True if a pooler gives each transaction another session, at one of the hosts at least. */
export async function changesSessions(databaseUrl: string): Promise<boolean> {
  const probes = await Promise.all(databaseUrls(databaseUrl).map(probe));
  return probes.some((one) => one.changesSessions === true);
}

/** The same, also true if it is not known because a pooler had no free session. */
export async function mayChangeSessions(databaseUrl: string): Promise<boolean> {
  const probes = await Promise.all(databaseUrls(databaseUrl).map(probe));
  return probes.some((one) => one.changesSessions !== false);
}

/** `changesSessions`: null if it was connected, and a query got no response in time. */
type Probe = { problem: string | null; changesSessions: boolean | null };

async function probe(connectionString: string): Promise<Probe> {
  const open = () =>
    new pg.Client({ connectionString, connectionTimeoutMillis: MAX_WAIT, query_timeout: QUERY_WAIT });
  const [preparing, other] = [open(), open()];
  for (const client of [preparing, other]) client.on('error', () => {});
  const run = async (client: pg.Client) => {
    const query = { name: 'callpoint_check', text: 'select pg_backend_pid() as pid', values: [] };
    return (await client.query<{ pid: number }>(query)).rows[0]?.pid;
  };
  try {
    await Promise.all([preparing.connect(), other.connect()]);
    const first = await run(preparing);
    if (!(await canBegin(other))) return { problem: NO_TRANSACTIONS, changesSessions: true };
    // A pooler reuses the session that was used last: without its support, the query exists there already.
    await run(other);
    // While another client has that session, the query gets another one.
    return { problem: null, changesSessions: (await run(preparing)) !== first };
  } catch (error) {
    if (isOfOtherSession(error)) return { problem: NO_PREPARED_QUERIES, changesSessions: true };
    return { problem: null, changesSessions: isSilent(asUnavailable(error)) ? null : false };
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
