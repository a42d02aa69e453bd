import { setTimeout } from 'node:timers/promises';
import type { Overview } from '@callpoint/contract/overview';
import { insertPresses, insertMessageForEachPress } from '@callpoint/server/factories/many-presses';
import { insertSubscribers } from '@callpoint/server/factories/many-subscribers';
import { buildSession, buildAdmin } from '@callpoint/server/factories/accounts';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { compare, formatSpeed, type Target } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const SMALL = { presses: 10_000, subscribers: 1_000 };
const LARGE = { presses: 1_000_000, subscribers: 10_000 };
const DAYS = 365;
const ROUNDS = { rounds: 3, seconds: 3 };
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

const OVERVIEW = 'overview?zone=Europe/Berlin';

/** The measured calls; `maxRatio` is how many times as long one may take on the large platform. */
const CALLS = [
  { label: 'subscribers, page 1', path: 'listPaged/team?per_page=20', maxRatio: 3 },
  { label: 'subscribers, a search', path: 'listPaged/team?per_page=20&filter_search=firm+99', maxRatio: 12 },
  { label: 'the overview', path: OVERVIEW, maxRatio: 12 },
] as const;

/** Milliseconds between checks whether the server has computed the reachability of all subscribers. */
const POLL_MS = 1_000;

/** An administrator's list and overview on a large platform, compared with a small one. */
export async function administration(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const)
    figures.push(...(await withBenchDatabases(kind, measure)));
  return {
    name: 'administration',
    title: 'An administrator on a large platform',
    description: [
      'The list of subscribers (with pageCount), a search in it, and the overview with 10,000 subscribers and 1,000,000 presses of the last year, one message each, compared with 1,000 subscribers and 10,000 presses.',
      `The ratio is how many times as long a call takes on the large platform; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure[]> {
  const [small, large] = [await serve(databases, 'small', SMALL), await serve(databases, 'large', LARGE)];
  try {
    const figures: Figure[] = [];
    for (const { label, path, maxRatio } of CALLS) {
      const result = await compare(small.call(path), large.call(path), ROUNDS);
      figures.push({
        label: `${NAMES[databases.kind]}, ${label}`,
        ours: formatSpeed(result.second),
        baseline: `small platform: ${formatSpeed(result.first)}`,
        ratio: result.ratio,
        target: { text: `at most ${maxRatio}`, isMet: result.ratio <= maxRatio },
      });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function serve(databases: BenchDatabases, name: string, { presses, subscribers }: typeof SMALL) {
  const { db, location } = await databases.create(name);
  await insertPresses(db, presses, DAYS);
  await insertMessageForEachPress(db);
  await insertSubscribers(db, subscribers);
  const token = await buildSession(db, 'admin', (await buildAdmin(db)).id);
  const server = await startServerProcess(location);
  const call = (path: string) => ({
    url: server.url,
    call: { method: 'GET' as const, path: `/api/v1/${path}&token=${token}` },
  });
  await waitForReachability(call(OVERVIEW));
  return {
    call,
    stop: () => server.end('SIGTERM'),
  };
}

/** Waits until a new server has computed the reachability of all subscribers, which must not be measured. */
async function waitForReachability({ url, call }: Target): Promise<void> {
  for (;;) {
    const { data } = (await (await fetch(`${url}${call.path}`)).json()) as { data: Overview };
    if (data.reach.waiting === 0 && data.reach.red + data.reach.amber > 0) return;
    await setTimeout(POLL_MS);
  }
}
