import { setTimeout } from 'node:timers/promises';
import { ensurePostgresBinaries } from '@callpoint/scripts/machine/postgres-binaries.ts';
import { openDatabase } from '@callpoint/server/db/connection';
import { migrate } from '@callpoint/server/db/migrate';
import { startCluster, type PostgresCluster } from '@callpoint/server/testing/databases/postgres-cluster';
import pg from 'pg';
import { createPhoneTokens } from './support/bench-databases.ts';
import { sendOpenLoop } from './support/load/open-loop.ts';
import { BUTTON, pressRequests, pressServers } from './support/load/press-load.ts';
import type { Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const ROUNDS = 5;
/** Presses a second. */
const RATE = 50;
const CONNECTIONS = 100;
/** Seconds that do not count, then before the primary is killed, from then until the standby is promoted, and after that. */
const SECONDS = { warmUp: 3, before: 5, without: 3, after: 15 };
const WITHIN_SECONDS = 10;
const SUBSCRIBERS = 20;
const USERS_OF_EACH = 5;
/** Milliseconds between two attempts of the baseline, the most that one takes, and the most that all take. */
const BASELINE = { wait: 100, timeout: 1000, longest: 60_000 };

/** Times are in seconds from the promotion; the 99th percentiles of response times in milliseconds. */
type Round = {
  first: number;
  normal: number;
  baseline: number;
  p99Before: number;
  p99After: number;
  sent: number;
  accepted: number;
  lost: number;
};

/** How soon presses are accepted again after a standby was promoted, and whether accepted ones are lost. */
export async function failover(): Promise<Section> {
  const programs = await ensurePostgresBinaries();
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    const cluster = await startCluster(programs);
    try {
      rounds.push(await measure(cluster));
    } finally {
      await cluster.stop();
    }
  }
  const timesOf = (key: 'first' | 'normal' | 'baseline' | 'p99Before' | 'p99After') =>
    rounds.map((round) => round[key]);
  const sumOf = (key: 'sent' | 'accepted' | 'lost') => rounds.reduce((sum, round) => sum + round[key], 0);
  const formatTimes = (times: readonly number[]) =>
    `median ${median(times).toFixed(2)} s, worst ${Math.max(...times).toFixed(2)} s`;
  const target = (times: readonly number[]) => ({
    text: `worst at most ${WITHIN_SECONDS} s`,
    isMet: Math.max(...times) <= WITHIN_SECONDS,
  });
  const [sent, accepted, lost] = [sumOf('sent'), sumOf('accepted'), sumOf('lost')];
  return {
    name: 'failover',
    title: 'A failover of the database',
    description: [
      `A primary and its synchronous standby of PostgreSQL on loopback, one server process with both hosts in DATABASE_URL, and ${RATE} presses of button ${BUTTON} a second with Poisson arrivals, without waiting for responses; ${ROUNDS} times on new databases.`,
      `After ${SECONDS.warmUp + SECONDS.before} s the primary is killed with SIGKILL, ${SECONDS.without} s later the standby is promoted. Times are from the promotion command until the first press is accepted, and until every later press is accepted; the 99th percentiles are of response times after that, and before the kill.`,
      `The baseline is a loop of new pg clients with the same hosts that tries to insert a row every ${BASELINE.wait} ms, at the same time. Presses are not repeated; a phone repeats those that fail. A press is lost if it was accepted and is not in the new primary. The databases do not wait for the disk.`,
    ],
    figures: [
      {
        label: 'first press accepted',
        ours: formatTimes(timesOf('first')),
        baseline: formatTimes(timesOf('baseline')),
        ratio: median(rounds.map(({ first, baseline }) => first / baseline)),
        target: target(timesOf('first')),
      },
      {
        label: 'every press accepted again',
        ours: `${formatTimes(timesOf('normal'))}; then p99 ${median(timesOf('p99After')).toFixed(0)} ms`,
        baseline: `p99 ${median(timesOf('p99Before')).toFixed(0)} ms before`,
        ratio: median(rounds.map(({ p99Before, p99After }) => p99After / p99Before)),
        target: target(timesOf('normal')),
      },
      {
        label: `${sent.toLocaleString('en-US')} presses`,
        ours: `${accepted.toLocaleString('en-US')} accepted, ${lost} of them lost; ${sent - accepted} failed`,
        baseline: null,
        ratio: null,
        target: { text: 'none lost', isMet: lost === 0 },
      },
    ],
  };
}

async function measure(cluster: PostgresCluster): Promise<Round> {
  const tokens = await prepareDatabase(cluster.primaryUrl);
  const servers = await pressServers();
  try {
    const { url } = await servers.start({ kind: 'postgres', url: cluster.url });
    const request = pressRequests(url, tokens);
    const presses: { clientId: string; at: number }[] = [];
    const record = () => {
      const text = request();
      const { client_id: clientId } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as {
        client_id: string;
      };
      presses.push({ clientId, at: performance.now() });
      return text;
    };
    const seconds = Object.values(SECONDS).reduce((sum, some) => sum + some, 0);
    const sending = sendOpenLoop(url, record, RATE, seconds, CONNECTIONS);
    await setTimeout(SECONDS.warmUp * 1000);
    const warmAt = performance.now();
    await setTimeout(SECONDS.before * 1000);
    const killedAt = performance.now();
    await cluster.killPrimary();
    const inserting = insertAgain([cluster.primaryUrl, cluster.standbyUrl]);
    await setTimeout(SECONDS.without * 1000);
    const promotedAt = performance.now();
    await cluster.promote();
    // In the order in which they were sent.
    const responses = await sending;
    const results = presses.map(({ clientId, at }, index) => {
      const { status = 0, ms = 0 } = responses[index] ?? {};
      return {
        clientId,
        isAccepted: status === 200,
        ms,
        sentAt: at - promotedAt,
        endedAt: at + ms - promotedAt,
      };
    });
    const accepted = results.filter(({ isAccepted }) => isAccepted);
    const failed = results.filter(({ isAccepted }) => !isAccepted);
    const normalAt = Math.max(0, ...failed.map(({ sentAt }) => sentAt));
    const p99 = (some: readonly { ms: number }[]) =>
      percentile(
        some.map(({ ms }) => ms),
        99,
      );
    const stored = await readPresses(cluster.standbyUrl);
    return {
      first: Math.min(...accepted.map(({ endedAt }) => endedAt).filter((at) => at > 0)) / 1000,
      normal: normalAt / 1000,
      baseline: ((await inserting) - promotedAt) / 1000,
      p99Before: p99(
        accepted.filter(
          ({ sentAt, endedAt }) => sentAt > warmAt - promotedAt && endedAt < killedAt - promotedAt,
        ),
      ),
      p99After: p99(accepted.filter(({ sentAt }) => sentAt > normalAt)),
      sent: results.length,
      accepted: accepted.length,
      lost: accepted.filter(({ clientId }) => !stored.has(clientId)).length,
    };
  } finally {
    await servers.end();
  }
}

/** Creates the tables, and the people who press. Returns their tokens. */
async function prepareDatabase(url: string): Promise<string[]> {
  const db = openDatabase({ kind: 'postgres', url }, () => {});
  await migrate(db);
  const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
  await db.destroy();
  await insert(url, 'create table baseline (id serial primary key)');
  return tokens;
}

/** The ids that phones gave to the presses of a database. */
async function readPresses(url: string): Promise<Set<string | null>> {
  const db = openDatabase({ kind: 'postgres', url }, () => {});
  const rows = await db.selectFrom('button_click').select('client_id').execute();
  await db.destroy();
  return new Set(rows.map(({ client_id }) => client_id));
}

/** The baseline: tries the hosts in turn until one accepts a row; returns when, in milliseconds of `performance.now()`. */
async function insertAgain(urls: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < BASELINE.longest) {
    for (const url of urls) {
      try {
        await insert(url, 'insert into baseline default values');
        return performance.now();
      } catch {
        // The host is dead, or a standby.
      }
    }
    await setTimeout(BASELINE.wait);
  }
  throw new Error('no host accepts a row: the standby was not promoted');
}

async function insert(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: BASELINE.timeout,
    query_timeout: BASELINE.timeout,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    client.end().catch(() => {});
  }
}
