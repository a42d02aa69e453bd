import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Primary } from '../db/postgres/primary.ts';
import { Backoff } from '../scheduling/backoff.ts';
import { every, type Periodic } from '../scheduling/every.ts';
import { readNotification, type Notification } from './notification.ts';
import type { EventsLog, Relay, Signal } from './signal.ts';

const CHANNEL = 'callpoint_live';
/** How often the connection is probed, by a notification that this process must receive itself. */
const BEAT_MS = 10_000;
/** Waits before another attempt to connect, in milliseconds. */
const BACKOFF_MS = { first: 250, longest: 15_000 };
const MAX_QUERY_MS = 10_000;
/** PostgreSQL accepts at most 8000 bytes in one notification. */
const MAX_BYTES = 7500;
/** More waiting signals are replaced by one `refetch`. */
const MAX_WAITING = 2000;
/** Why a connection without an error is replaced. */
const NO_ECHO = 'a notification to this process itself did not arrive, as behind a pooler';

/** In place of signals that are not known: they may have been about anything. */
const ANYTHING: readonly Signal[] = [{ is: 'refetch' }, { is: 'sessions' }];

export type PostgresRelayOptions = {
  /** Must connect to a session, not to a pooler that assigns one for each transaction. */
  url: string;
  /** Receives the signals of other processes; also a `refetch` when some may have been lost. */
  onSignals: (signals: readonly Signal[]) => void;
  log: EventsLog;
  /** For tests. */
  beatMs?: number;
};

/**
 * Signals between the processes on one PostgreSQL database, by NOTIFY and LISTEN on a separate connection, so that a
 * press never waits for it. It is not part of any transaction, so a press is committed before other processes receive
 * its signal. After a broken connection it reconnects, and all consoles refetch.
 */
export class PostgresRelay implements Relay {
  readonly #options: PostgresRelayOptions;
  readonly #me = randomUUID();
  readonly #beat: Periodic;
  readonly #backoff = new Backoff(BACKOFF_MS);
  readonly #primary: Primary;
  #client: pg.Client | null = null;
  #waiting: Signal[] = [];
  #isSending = false;
  /** True if a signal could not be sent because there was no connection. */
  #hasMissed = false;
  #retry: NodeJS.Timeout | undefined;
  #hasEcho = true;
  #isClosed = false;

  constructor(options: PostgresRelayOptions) {
    this.#options = options;
    this.#primary = new Primary(options.url);
    this.#beat = every(options.beatMs ?? BEAT_MS, () => this.#probe(), {
      onError: (error) => this.#logFault(error, 'the connection for live events could not be probed'),
      isBackground: true,
    });
    void this.#connect();
  }

  send(signals: readonly Signal[]): void {
    if (!this.#client) {
      this.#hasMissed = true;
      return;
    }
    this.#waiting.push(...signals);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting = [...ANYTHING];
    }
    if (!this.#isSending) void this.#sendWaiting(this.#client);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#beat.stop();
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  /** Signals that arrive while one notification is in flight are sent with the next. */
  async #sendWaiting(client: pg.Client): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#client === client && this.#waiting.length > 0) {
        const signals = this.#waiting;
        this.#waiting = [];
        for (const payload of payloads(this.#me, signals)) await notify(client, payload);
      }
    } catch (error) {
      this.#hasMissed = true;
      this.#reconnect(client, error);
    } finally {
      this.#isSending = false;
    }
  }

  async #connect(): Promise<void> {
    try {
      await this.#primary.find();
    } catch (error) {
      this.#connectLater(error);
      return;
    }
    const client = new pg.Client({
      connectionString: this.#primary.url,
      application_name: 'callpoint live events',
      connectionTimeoutMillis: MAX_QUERY_MS,
      query_timeout: MAX_QUERY_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.#reconnect(client, error));
    client.on('end', () => this.#reconnect(client, null));
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      this.#connectLater(error);
      return;
    }
    if (this.#isClosed) return void client.end().catch(() => {});
    this.#client = client;
    this.#backoff.reset();
    this.#hasEcho = true;
    // Other processes may have sent signals while this process did not listen.
    this.#options.onSignals(ANYTHING);
    if (this.#hasMissed) this.send(ANYTHING);
    this.#hasMissed = false;
  }

  #receive(payload: string): void {
    const received = readNotification(payload);
    if (received?.from === this.#me) this.#hasEcho = true;
    else this.#options.onSignals(received?.signals ?? ANYTHING);
  }

  /** A connection may be dead without an error, or lead to a pooler that passes notifications to another client. */
  #probe(): void {
    const client = this.#client;
    if (!client) return;
    if (!this.#hasEcho) {
      this.#reconnect(client, NO_ECHO);
      return;
    }
    this.#hasEcho = false;
    notify(client, JSON.stringify({ from: this.#me, signals: [] })).catch((error: unknown) =>
      this.#reconnect(client, error),
    );
  }

  #reconnect(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#waiting.length > 0) this.#hasMissed = true;
    this.#waiting = [];
    client.end().catch(() => {});
    this.#connectLater(error);
  }

  #logFault(error: unknown, text: string): void {
    if (error === NO_ECHO) return this.#options.log.warn({ reason: NO_ECHO }, text);
    const { code } = (error ?? {}) as { code?: unknown };
    this.#options.log.warn({ code }, text);
  }

  #connectLater(error: unknown): void {
    if (this.#isClosed) return;
    this.#primary.lose();
    this.#logFault(error, 'live events of other processes do not arrive; connecting again');
    this.#retry = setTimeout(() => void this.#connect(), this.#backoff.next());
    this.#retry.unref();
  }
}

/** The statement has a name, so that PostgreSQL parses it once. */
async function notify(client: pg.Client, payload: string): Promise<void> {
  await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, payload] });
}

/** The signals in as few notifications as possible. */
function payloads(from: string, signals: readonly Signal[]): string[] {
  const parts: Signal[][] = [];
  let bytes = Infinity;
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1;
    if (bytes + size > MAX_BYTES) {
      parts.push([]);
      bytes = 100;
    }
    bytes += size;
    parts.at(-1)?.push(signal);
  }
  return parts.map((part) => JSON.stringify({ from, signals: part } satisfies Notification));
}
