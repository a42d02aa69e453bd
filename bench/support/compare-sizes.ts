import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { type BenchDatabases, withBenchDatabases } from './bench-databases.ts';
import { compare, formatSpeed, type Rounds, type Target } from './load.ts';
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

export type SizedCall = {
  label: string;
  /** The paths on the two platforms, with a query. */
  small: string;
  large: string;
  /** The name of the call on the small platform. */
  smallLabel: string;
  /** How many times as long the call may take on the large platform; null: no target. */
  maxRatio: number | null;
};

const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Measures each call on both platforms; the ratio is how many times as long it takes on the large one. */
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
  const figures: Figure[] = [];
  try {
    for (const { label, smallLabel, maxRatio, ...paths } of calls) {
      const { first, second, ratio } = await compare(small.get(paths.small), large.get(paths.large), rounds);
      figures.push({
        label: `${NAMES[databases.kind]}, ${label}`,
        ours: formatSpeed(second),
        baseline: `${smallLabel}: ${formatSpeed(first)}`,
        ratio,
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
  const get = (path: string): Target => ({
    url: server.url,
    call: { method: 'GET', path: `${path}&token=${token}` },
  });
  await untilReady?.(get);
  return { get, stop: () => server.end('SIGTERM') };
}
