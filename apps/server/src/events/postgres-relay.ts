import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Backoff } from '../scheduling/backoff.ts';
import { every, type Periodic } from '../scheduling/every.ts';
import type { EventsLog, Relay, Signal } from './signal.ts';

const CHANNEL = 'callpoint_live';
/** How often the way through the database is tried out, by a notification that must come back to its sender. */
const BEAT_MS = 10_000;
/** Waits before another attempt to connect, in milliseconds. */
const BACKOFF_MS = { first: 250, longest: 15_000 };
const LONGEST_QUERY_MS = 10_000;
/** PostgreSQL takes at most 8000 bytes in one notification. */
const MOST_BYTES = 7500;
/** More than so many that wait to be told are told as one `refetch`. */
const MOST_WAITING = 2000;

export type PostgresRelayOptions = {
  /** Must lead to a session of its own, not to a pool that hands one out for each transaction. */
  url: string;
  /** What other processes told; also a `refetch` when something of it may have been lost. */
  onSignals: (signals: readonly Signal[]) => void;
  log: EventsLog;
  /** For tests. */
  beatMs?: number;
};

type Told = { from: string; signals: Signal[] };

/**
 * Signals between the processes on one PostgreSQL database, by NOTIFY and LISTEN on one connection of its own: what
 * it tells never waits for, nor takes, a connection that a press needs. It is not part of any transaction, so a press
 * is committed before others hear of it. A connection that breaks is made again, and everybody is told to refetch.
 */
export class PostgresRelay implements Relay {
  readonly #options: PostgresRelayOptions;
  readonly #me = randomUUID();
  readonly #beat: Periodic;
  readonly #backoff = new Backoff(BACKOFF_MS);
  #client: pg.Client | null = null;
  #waiting: Signal[] = [];
  #telling = false;
  /** Something could not be told while there was no connection. */
  #missed = false;
  #retry: NodeJS.Timeout | undefined;
  #echoed = true;
  #closed = false;

  constructor(options: PostgresRelayOptions) {
    this.#options = options;
    this.#beat = every(options.beatMs ?? BEAT_MS, () => this.#tryOut(), {
      onError: (error) => this.#logFault(error, 'the connection for live events was not tried out'),
      isBackground: true,
    });
    void this.#connect();
  }

  send(signals: readonly Signal[]): void {
    if (!this.#client) {
      this.#missed = true;
      return;
    }
    this.#waiting.push(...signals);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting = [{ is: 'refetch' }, { is: 'sessions' }];
    }
    if (!this.#telling) void this.#tell(this.#client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#beat.stop();
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  /** What gathers while one notification is on its way goes with the next. */
  async #tell(client: pg.Client): Promise<void> {
    this.#telling = true;
    try {
      while (this.#client === client && this.#waiting.length > 0) {
        const signals = this.#waiting;
        this.#waiting = [];
        for (const payload of payloads(this.#me, signals)) await notify(client, payload);
      }
    } catch (error) {
      this.#missed = true;
      this.#broke(client, error);
    } finally {
      this.#telling = false;
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'callpoint live events',
      connectionTimeoutMillis: LONGEST_QUERY_MS,
      query_timeout: LONGEST_QUERY_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.#broke(client, error));
    client.on('end', () => this.#broke(client, null));
    client.on('notification', ({ payload = '' }) => this.#heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      this.#later(error);
      return;
    }
    if (this.#closed) return void client.end().catch(() => {});
    this.#client = client;
    this.#backoff.reset();
    this.#echoed = true;
    // Others may have told something while nobody listened here.
    this.#options.onSignals([{ is: 'refetch' }, { is: 'sessions' }]);
    if (this.#missed) this.send([{ is: 'refetch' }, { is: 'sessions' }]);
    this.#missed = false;
  }

  #heard(payload: string): void {
    const { from, signals } = JSON.parse(payload) as Told;
    if (from === this.#me) this.#echoed = true;
    else this.#options.onSignals(signals);
  }

  /** A connection may be dead without a word, or lead to a pool that hands notifications to somebody else. */
  #tryOut(): void {
    const client = this.#client;
    if (!client) return;
    if (!this.#echoed) {
      this.#broke(client, { code: 'notifications do not come back' });
      return;
    }
    this.#echoed = false;
    notify(client, JSON.stringify({ from: this.#me, signals: [] })).catch((error: unknown) =>
      this.#broke(client, error),
    );
  }

  #broke(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#waiting.length > 0) this.#missed = true;
    this.#waiting = [];
    client.end().catch(() => {});
    this.#later(error);
  }

  #logFault(error: unknown, text: string): void {
    const { code } = (error ?? {}) as { code?: unknown };
    this.#options.log.warn({ code }, text);
  }

  #later(error: unknown): void {
    if (this.#closed) return;
    this.#logFault(error, 'live events of other processes are cut off; connecting again');
    this.#retry = setTimeout(() => void this.#connect(), this.#backoff.next());
    this.#retry.unref();
  }
}

async function notify(client: pg.Client, payload: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
}

/** As few notifications as the signals fit in. */
function payloads(from: string, signals: readonly Signal[]): string[] {
  const parts: Signal[][] = [];
  let bytes = Infinity;
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1;
    if (bytes + size > MOST_BYTES) {
      parts.push([]);
      bytes = 100;
    }
    bytes += size;
    parts.at(-1)?.push(signal);
  }
  return parts.map((part) => JSON.stringify({ from, signals: part } satisfies Told));
}
