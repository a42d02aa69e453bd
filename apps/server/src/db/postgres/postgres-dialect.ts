import { availableParallelism } from 'node:os';
import pg from 'pg';
import { PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import { currentCaller, isLowPriority, yieldIfLowPriority } from '../../scheduling/press-priority.ts';
import { Overloaded } from '../../scheduling/overloaded.ts';
import { mayUseAllConnections } from '../../scheduling/query-limit.ts';
import { SERVER_NAME } from '../dialect/postgres.ts';
import { Semaphore } from '../../scheduling/semaphore.ts';
import { connectionQueries, type ConnectionQueries, type QueryNames } from './connection-queries.ts';
import { limitedQuery } from './limited-query.ts';
import { isStandby, Primary } from './primary.ts';
import { SERVER_SESSION, TRANSFER_SESSION } from './session-settings.ts';
import { asUnavailable, DatabaseUnavailable, isNoneFree, isSilent } from './unavailable.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const CONNECTIONS = 10;
/** Maximum milliseconds that a call waits for a connection. */
const MAX_WAIT = 10_000;
/**
 * Connections that only presses, and the check whether this process can store presses, use whatever else it does: calls, the
 * delivery and periodic work.
 */
const FOR_PRESSES = 2;
/**
 * Connections that calls other than presses may use at the same time. The rest is for presses, the delivery and periodic work. If
 * the database is on this machine, more concurrent queries than cores would slow presses down.
 */
const FOR_OTHER_CALLS = Math.min(Math.max(2, availableParallelism()), CONNECTIONS - 4);

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

/** Connections in use, idle ones, and calls that wait for one. */
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
  const otherCalls = new Semaphore({ permits: FOR_OTHER_CALLS, longestWait });
  const otherWork = new Semaphore({ permits: CONNECTIONS - FOR_PRESSES, longestWait });
  return {
    dialect: new Dialect({
      pool: rememberingPlans(pool, primary, { otherCalls, otherWork, isTransfer, onError, onDiskFault }),
    }),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + otherCalls.waiting + otherWork.waiting,
    }),
  };
}

/** A pool whose connections keep prepared queries: PostgreSQL parses and optimizes each of them once. */
function rememberingPlans(
  pool: pg.Pool,
  primary: Primary,
  {
    otherCalls,
    otherWork,
    isTransfer,
    onError,
    onDiskFault,
  }: {
    otherCalls: Semaphore;
    otherWork: Semaphore;
    isTransfer: boolean;
    onError: (error: Error) => void;
    onDiskFault: (fault: DatabaseUnavailable) => void;
  },
): PostgresPool {
  const known = new WeakMap<pg.PoolClient, ConnectionQueries>();
  const names: QueryNames = { areUsed: true, onLost: onError };
  const useless = new WeakSet<pg.PoolClient>();
  const connectFree = connectingUnlessUsed(pool);
  const connectToPrimary = primary.hasStandbys ? connecting(connectFree, primary) : connectFree;
  const { connect, suspectAll } = withoutSuspects(connectToPrimary);
  /** Waits until work other than presses may use one more connection; calls and all other work have turns. Returns the release function. */
  async function permitForWork(kind: 'call' | 'own'): Promise<() => void> {
    await otherWork.acquire(kind);
    return () => otherWork.release(kind);
  }
  /** The same for a call that is not a press: callers have turns, and none continues while a press is in flight. */
  async function permitForCall(): Promise<() => void> {
    const caller = currentCaller();
    await otherCalls.acquire(caller);
    try {
      await yieldIfLowPriority();
      const release = await permitForWork('call');
      return () => {
        release();
        otherCalls.release(caller);
      };
    } catch (error) {
      otherCalls.release(caller);
      throw error;
    }
  }
  async function permit(): Promise<() => void> {
    if (mayUseAllConnections()) return () => {};
    if (isLowPriority()) return await permitForCall();
    return await permitForWork('own').catch((error: unknown) => {
      throw asFault(error);
    });
  }
  const onFault = (client: pg.PoolClient, error: unknown) => {
    useless.add(client);
    if (error instanceof DatabaseUnavailable) primary.lose();
    if (isSilent(error)) suspectAll();
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const release = await permit();
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

/**
 * Connects, and rejects a caller that waited too long while others used the connections: then the database responds, and this process
 * has too much work. Without an open connection, it is the database that does not respond.
 */
function connectingUnlessUsed(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // It is removed when it has ended, which a silent connection may never do.
  pool.on('release', (error, client) => void (error && open.delete(client)));
  return () =>
    pool.connect().catch((error: unknown) => {
      throw open.size > 0 && isNoneFree(error) ? new Overloaded('timeout') : error;
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
