import { insertPresses } from '@callpoint/server/factories/many-presses';
import { buildSession } from '@callpoint/server/factories/accounts';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { compare, formatSpeed } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** A tenth of the rows belong to the list that is read. */
const LAST_PAGE = LARGE / 10 / 20;
const PER_PAGE = 20;
const ROUNDS = { rounds: 5, seconds: 2 };
const MAX_RATIO = 1.3;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The speed of a list in a large table: page 1 and the last page of 1,000,000 rows compared with page 1 of 10,000. */
export async function largeTable(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const)
    figures.push(...(await withBenchDatabases(kind, measure)));
  return {
    name: 'large-table',
    title: 'Lists of a large table',
    description: [
      'The same call as in Lists, filtered by team and button, with pageCount, on a table of 1,000,000 presses compared with one of 10,000, of 100 teams each; a tenth of the rows belong to the list that is read.',
      `The ratio is how many times as long a call takes in the large table; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure[]> {
  const [small, large] = [await serve(databases, 'small', SMALL), await serve(databases, 'large', LARGE)];
  try {
    const first = { url: small.url, call: small.page(1) };
    const figures: Figure[] = [];
    for (const [label, page, hasTarget] of [
      ['page 1', 1, true],
      ['the last page', LAST_PAGE, false],
    ] as const) {
      const result = await compare(first, { url: large.url, call: large.page(page) }, ROUNDS);
      figures.push({
        label: `${NAMES[databases.kind]}, ${label} of 1,000,000`,
        ours: formatSpeed(result.second),
        baseline: `page 1 of 10,000: ${formatSpeed(result.first)}`,
        ratio: result.ratio,
        target: hasTarget ? { text: `at most ${MAX_RATIO}`, isMet: result.ratio <= MAX_RATIO } : null,
      });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function serve(databases: BenchDatabases, name: string, rows: number) {
  const { db, location } = await databases.create(name);
  const team = await insertPresses(db, rows);
  const token = await buildSession(db, 'team', team);
  const server = await startServerProcess(location);
  return {
    url: server.url,
    page: (page: number) => ({
      method: 'GET' as const,
      path: `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page}&per_page=${PER_PAGE}&token=${token}`,
    }),
    stop: () => server.end('SIGTERM'),
  };
}
