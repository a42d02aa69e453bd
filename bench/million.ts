import { manyPresses } from '@callpoint/server/factories/many-presses';
import { buildSession } from '@callpoint/server/factories/accounts';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { onGround, type Ground } from './support/ground.ts';
import { compare, speedInWords } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** A tenth of the rows are the list that is read. */
const LAST_PAGE = LARGE / 10 / 20;
const PER_PAGE = 20;
const ROUNDS = { rounds: 5, seconds: 2 };
const MOST = 1.3;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** What a list costs when the table grows: page 1 and the last page at 1,000,000 rows beside page 1 at 10,000. */
export async function million(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await onGround(kind, measure)));
  return {
    name: 'million',
    title: 'Lists of a table that grows',
    setting: [
      'The same call as in Lists, filtered by team and button, with pageCount, on a table of 1,000,000 presses beside one of 10,000, of 100 teams each; a tenth of the rows are the list that is read.',
      `The ratio says how many times as long a call takes in the large table; medians of ${ROUNDS.rounds} turns of ${ROUNDS.seconds} s.`,
    ],
    figures,
  };
}

async function measure(ground: Ground): Promise<Figure[]> {
  const [small, large] = [await serve(ground, 'small', SMALL), await serve(ground, 'large', LARGE)];
  try {
    const first = { url: small.url, call: small.page(1) };
    const figures: Figure[] = [];
    for (const [what, page, wanted] of [
      ['page 1', 1, true],
      ['the last page', LAST_PAGE, false],
    ] as const) {
      const result = await compare(first, { url: large.url, call: large.page(page) }, ROUNDS);
      figures.push({
        what: `${NAMES[ground.kind]}, ${what} of 1,000,000`,
        ours: speedInWords(result.bare),
        beside: `page 1 of 10,000: ${speedInWords(result.ours)}`,
        ratio: result.ratio,
        wanted: wanted ? { text: `at most ${MOST}`, reached: result.ratio <= MOST } : null,
      });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function serve(ground: Ground, name: string, rows: number) {
  const { db, location } = await ground.database(name);
  const team = await manyPresses(db, rows);
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
