import pg from 'pg';
import { databaseUrls } from '../../config/database-url.ts';
import { limitedQuery } from './limited-query.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Milliseconds that a host may take to respond. */
const MAX_WAIT = 2_000;

/**
 * The host that accepts changes, of the hosts of a PostgreSQL URL. With one host it is that one. With several, a failover
 * can make any other one the primary: then the next call searches for it.
 */
export class Primary {
  readonly #urls: readonly string[];
  #url: string;
  #generation = 0;
  #isLost = false;
  #search: Promise<void> | null = null;

  constructor(url: string) {
    this.#urls = databaseUrls(url);
    this.#url = this.#urls[0] ?? url;
  }

  get hasStandbys(): boolean {
    return this.#urls.length > 1;
  }

  /** The URL of the last known primary. */
  get url(): string {
    return this.#url;
  }

  /** Connections of an earlier generation may lead to a former primary. */
  get generation(): number {
    return this.#generation;
  }

  /** After an error that a failover can cause. */
  lose(): void {
    if (!this.hasStandbys || this.#isLost) return;
    this.#isLost = true;
    this.#generation += 1;
  }

  /** Searches for the primary if it was lost. Calls that arrive together share one search. Throws if there is none. */
  async find(): Promise<void> {
    if (!this.#isLost) return;
    this.#search ??= this.#findNow().finally(() => {
      this.#search = null;
    });
    await this.#search;
  }

  async #findNow(): Promise<void> {
    const found = await Promise.allSettled(this.#urls.map(readTimeline));
    const primaries = found.flatMap((result, index) =>
      result.status === 'fulfilled' && result.value !== null
        ? [{ url: this.#urls[index] ?? this.#url, timeline: result.value }]
        : [],
    );
    // A former primary that was started again accepts changes too. Each promotion starts a later timeline.
    const [newest] = primaries.toSorted((a, b) => b.timeline.localeCompare(a.timeline));
    if (!newest) throw new DatabaseUnavailable(reasonOf(found));
    this.#url = newest.url;
    this.#isLost = false;
  }
}

/** Why there is no primary: what the first host reports if none of them responds as a standby, for example a wrong password. */
function reasonOf(found: readonly PromiseSettledResult<unknown>[]): Error {
  const reasons = found.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  return reasons.length === found.length && reasons[0] instanceof Error
    ? reasons[0]
    : new Error('none of its hosts accepts changes');
}

/** The timeline of a primary as 8 hexadecimal digits; null for a standby. */
async function readTimeline(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'callpoint search for the primary',
    connectionTimeoutMillis: MAX_WAIT,
    query_timeout: MAX_WAIT,
  });
  // An error after the connection ended has no reader.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      'select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline',
    );
    return rows[0]?.timeline ?? null;
  } finally {
    client.end().catch(() => {});
  }
}

/** True if a connection leads to a host that accepts no changes. */
export async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const question = limitedQuery({ text: 'select pg_is_in_recovery() as standby' }, MAX_WAIT);
  const { rows } = await client.query<{ standby: boolean }>(question);
  return rows[0]?.standby === true;
}
