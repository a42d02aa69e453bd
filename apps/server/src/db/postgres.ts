import pg from 'pg';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { preparedName } from './prepared.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
/** In milliseconds. */
const LONGEST_QUERY = 60_000;

/** Kysely's dialect over pg. Counts are numbers and moments ISO 8601 text, as on SQLite. */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'callpoint',
    // A connection that died without a word must not hold up presses or messages until TCP gives up.
    query_timeout: LONGEST_QUERY,
    keepAlive: true,
    // Queries here are short: compiling one takes longer than running it.
    options: `-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=${LONGEST_QUERY}`,
    types: {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        if (oid === INT8) return Number;
        if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
        return pg.types.getTypeParser(oid, format);
      },
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  return new PostgresDialect({ pool: rememberingPlans(pool) });
}

/** A pool whose connections keep the plans of prepared queries: PostgreSQL then reads and plans each of them once. */
function rememberingPlans(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let remembering = known.get(client);
      if (!remembering) known.set(client, (remembering = withNames(client)));
      return remembering;
    },
  };
}

function withNames(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    const name = preparedName(text);
    return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}
