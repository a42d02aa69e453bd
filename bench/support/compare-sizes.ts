import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { type BenchDatabases, withBenchDatabases } from './bench-databases.ts';
import { compare, formatSpeed, type Rounds, type Target } from './load/load.ts';
import type { Figure } from './report.ts';

/** The same calls on a small and a large platform, on each database. */

/** A database of one size. */
export type Platform = {
  /** Fills a new database, and returns the token for the calls. */
  fill(db: Db): Promise<string>;
  /** Resolves when its server may be measured; by default, when it listens. */
  untilReady?(get: (path: string) => Target): Promise<void>;
};

type Platforms = Record<'small' | 'large', Platform>;

/** A path on a platform, with a query; a function returns that of the next call. */
export type SizedPath = { on: keyof Platforms; path: string | (() => string) };

export type SizedCall = SizedPath & {
  label: string;
  baseline: SizedPath & { label: string };
  /** How many times as long as the baseline the call may take; null: no target. */
  maxRatio: number | null;
};

const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Measures each call and its baseline; the ratio is how many times as long the call takes. */
export async function compareSizes(
  platforms: Platforms,
  calls: readonly SizedCall[],
  rounds: Rounds,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    figures.push(
      ...(await withBenchDatabases(kind, (databases) => measure(databases, platforms, calls, rounds))),
    );
  }
  return figures;
}

async function measure(
  databases: BenchDatabases,
  platforms: Platforms,
  calls: readonly SizedCall[],
  rounds: Rounds,
): Promise<Figure[]> {
  const small = await startPlatform(databases, 'small', platforms.small);
  const large = await startPlatform(databases, 'large', platforms.large);
  const started = { small, large };
  const figures: Figure[] = [];
  try {
    for (const { label, baseline, maxRatio, ...call } of calls) {
      const target = ({ on, path }: SizedPath) => started[on].get(path);
      const { first, second, ratio, ratios } = await compare(target(baseline), target(call), rounds);
      figures.push({
        label: `${NAMES[databases.kind]}, ${label}`,
        ours: formatSpeed(second),
        baseline: `${baseline.label}: ${formatSpeed(first)}`,
        ratio,
        ratios,
        target: maxRatio === null ? null : { text: `at most ${maxRatio}`, isMet: ratio <= maxRatio },
      });
    }
  } finally {
    await small.stop();
    await large.stop();
  }
  return figures;
}

async function startPlatform(databases: BenchDatabases, name: string, { fill, untilReady }: Platform) {
  const { db, location } = await databases.create(name);
  const token = await fill(db);
  const server = await startServerProcess(location);
  const get = (path: string | (() => string)): Target => {
    const next = typeof path === 'string' ? () => path : path;
    return { url: server.url, call: { method: 'GET', path: '', query: () => `${next()}&token=${token}` } };
  };
  await untilReady?.((path) => ({
    url: server.url,
    call: { method: 'GET', path: `${path}&token=${token}` },
  }));
  return { get, stop: () => server.end('SIGTERM') };
}
