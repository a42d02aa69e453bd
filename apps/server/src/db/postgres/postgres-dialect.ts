import pg from 'pg';
import { PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import { isLowPriority } from '../../scheduling/press-priority.ts';
import { Overloaded } from '../../scheduling/overloaded.ts';
import { mayUseAllConnections } from '../../scheduling/query-limit.ts';
import { SERVER_NAME } from '../dialect/postgres.ts';
import { connectionPermits, type ConnectionPermits } from './connection-permits.ts';
import { connectionQueries, type ConnectionQueries, type QueryNames } from './connection-queries.ts';
import { limitedQuery } from './limited-query.ts';
import { isStandby, Primary } from './primary.ts';
import { SERVER_SESSION, TRANSFER_SESSION } from './session-settings.ts';
import { asUnavailable, DatabaseUnavailable, isNoneFree, isSilent } from './unavailable.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
/** Of one process, at most. */
export const CONNECTIONS = 10;
/** Maximum milliseconds that a call waits for a connection. */
const MAX_WAIT = 10_000;
const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Kysely would lock migrations for a session: a pooler may give the unlock and the migrations other ones, so that two processes
 * migrate at the same time and the lock is never released. `migrate` locks its transaction instead.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Connections that calls and other work have, idle ones, and what waits for one. */
export type ConnectionUsage = { used: number; idle: number; waiting: number };

export type PostgresOptions = {
  /** True for a command that copies data, and for migrations: no limit for a query, and not the connections of a server. */
  isTransfer?: boolean;
  /** Maximum milliseconds until a new connection is open. */
  connectWithin?: number;
  /** For tests: maximum milliseconds that a call waits for a connection. */
  longestWait?: number | undefined;
};

/**
 * Kysely's dialect over pg. Counts are numbers and moments ISO 8601 text, as on SQLite. A call that waits for a
 * connection too long gets `Overloaded`.
 * @param onDiskFault called when the disk has no space for a change
 */
export function postgresDialect(
  url: string,
  onError: (error: Error) => void,
  { longestWait = MAX_WAIT, connectWithin = MAX_WAIT, isTransfer = false }: PostgresOptions = {},
  onDiskFault: (fault: DatabaseUnavailable) => void = () => {},
): { dialect: PostgresDialect; usage: () => ConnectionUsage } {
  const primary = new Primary(url);
  const session = isTransfer ? TRANSFER_SESSION : SERVER_SESSION;
  const pool = new pg.Pool({
    connectionString: url,
    Client: clientOf(primary),
    onConnect: async (client) => void (await client.query(limitedQuery({ text: session }, connectWithin))),
    max: CONNECTIONS,
    connectionTimeoutMillis: connectWithin,
    application_name: isTransfer ? `${SERVER_NAME}-transfer` : SERVER_NAME,
    keepAlive: true,
    types: TYPES,
  });
  // The pool replaces an idle connection that fails; without a listener, its error would stop the process.
  pool.on('error', onError);
  // The same for a connection that is in use, whose query gets the error, or that ends with the pool.
  pool.on('connect', (client) => client.on('error', () => {}));
  const permits = connectionPermits(CONNECTIONS, longestWait);
  const used = usedConnections(pool);
  return {
    dialect: new Dialect({
      pool: rememberingPlans(pool, primary, { permits, used, isTransfer, onError, onDiskFault }),
    }),
    usage: () => ({
      used: used.size,
      idle: pool.idleCount,
      waiting: pool.waitingCount + permits.waiting,
    }),
  };
}

/** A pool whose connections keep prepared queries: PostgreSQL parses and optimizes each of them once. */
function rememberingPlans(
  pool: pg.Pool,
  primary: Primary,
  {
    permits,
    used,
    isTransfer,
    onError,
    onDiskFault,
  }: {
    permits: ConnectionPermits;
    used: ReadonlySet<pg.PoolClient>;
    isTransfer: boolean;
    onError: (error: Error) => void;
    onDiskFault: (fault: DatabaseUnavailable) => void;
  },
): PostgresPool {
  const known = new WeakMap<pg.PoolClient, ConnectionQueries>();
  const names: QueryNames = { areUsed: true, onLost: onError };
  const useless = new WeakSet<pg.PoolClient>();
  const connectFree = connectingUnlessUsed(pool, used);
  const connectToPrimary = primary.hasStandbys ? connecting(connectFree, primary) : connectFree;
  const { connect, suspectAll } = withoutSuspects(connectToPrimary);
  const onFault = (client: pg.PoolClient, error: unknown) => {
    useless.add(client);
    if (error instanceof DatabaseUnavailable) primary.lose();
    if (isSilent(error)) suspectAll();
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const release = await permits.acquire().catch((error: unknown) => {
        throw asFault(error);
      });
      const client = await connect().catch((error: unknown) => {
        release();
        throw asFault(error);
      });
      let queries = known.get(client);
      if (!queries) {
        queries = connectionQueries(client, {
          types: TYPES,
          isTransfer,
          names,
          onFault: (error) => onFault(client, error),
          onDiskFault,
        });
        known.set(client, queries);
      }
      const { query, reset } = queries;
      return {
        query,
        release(destroy) {
          release();
          reset();
          client.release(destroy || useless.has(client));
        },
      };
    },
  };
}

/** Work of the process itself treats too much work like a database that does not respond: it tries again later. */
function asFault(error: unknown): unknown {
  const isOwnWork = !mayUseAllConnections() && !isLowPriority();
  return isOwnWork && error instanceof Overloaded ? new DatabaseUnavailable(error) : asUnavailable(error);
}

/** Replaces the connections that were open when another one was silent: what made that one silent may have hit them too. */
function withoutSuspects(connect: () => Promise<pg.PoolClient>): {
  connect: () => Promise<pg.PoolClient>;
  suspectAll: () => void;
} {
  const openedIn = new WeakMap<pg.PoolClient, number>();
  let period = 0;
  return {
    async connect() {
      for (;;) {
        const client = await connect();
        const opened = openedIn.get(client) ?? period;
        openedIn.set(client, opened);
        if (opened === period) return client;
        client.release(true);
      }
    },
    suspectAll() {
      period += 1;
    },
  };
}

/** The connections that calls and other work have now. The pool also counts those that it opens, or ends because they were idle. */
function usedConnections(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const used = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_error, client) => used.delete(client));
  return used;
}

/**
 * Connects, and rejects a caller that waited too long while others used connections: then the database responds, and this process
 * has too much work. If none is in use, it is the database that does not respond.
 */
function connectingUnlessUsed(pool: pg.Pool, used: ReadonlySet<pg.PoolClient>): () => Promise<pg.PoolClient> {
  return () =>
    pool.connect().catch((error: unknown) => {
      throw used.size > 0 && isNoneFree(error) ? new Overloaded('timeout') : error;
    });
}

/** Clients of the pool connect to the primary of that time. */
function clientOf(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: withoutName(primary.url) });
    }
  };
}

/** A URL without a name for its connections, which would replace ours: `move` recognizes a running server by it. */
function withoutName(url: string): string {
  if (!url.includes('application_name')) return url;
  const other = new URL(url);
  other.searchParams.delete('application_name');
  return other.href;
}

/** Connects to the primary, also after a failover. */
function connecting(
  connectFree: () => Promise<pg.PoolClient>,
  primary: Primary,
): () => Promise<pg.PoolClient> {
  const generations = new WeakMap<pg.PoolClient, number>();
  const isUsable = async (client: pg.PoolClient) => {
    const generation = generations.get(client);
    if (generation !== undefined) return generation === primary.generation;
    const { generation: current } = primary;
    if (await isStandby(client)) {
      primary.lose();
      return false;
    }
    generations.set(client, current);
    return current === primary.generation;
  };
  async function connect(hasSearched = false): Promise<pg.PoolClient> {
    await primary.find();
    try {
      const client = await connectFree();
      const isGood = await isUsable(client).catch((error: unknown) => {
        client.release(true);
        throw error;
      });
      if (isGood) return client;
      client.release(true);
      return await connect(hasSearched);
    } catch (error) {
      if (hasSearched || !(asUnavailable(error) instanceof DatabaseUnavailable)) throw error;
      primary.lose();
      return await connect(true);
    }
  }
  return connect;
}
