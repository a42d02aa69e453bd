import { insertPresses } from '@callpoint/server/factories/many-presses';
import { buildSession } from '@callpoint/server/factories/accounts';
import { compareSizes, type Platform, type SizedCall } from './support/compare-sizes.ts';
import type { Section } from './support/report.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const PER_PAGE = 20;
/** A tenth of the rows belong to the list that is read. */
const LAST_PAGE = LARGE / 10 / PER_PAGE;
const ROUNDS = { rounds: 5, seconds: 2 };
const MAX_RATIO = 1.3;

const CALLS: readonly SizedCall[] = [
  {
    label: 'page 1 of 1,000,000',
    small: pathOf(1),
    large: pathOf(1),
    smallLabel: 'page 1 of 10,000',
    maxRatio: MAX_RATIO,
  },
  {
    label: 'the last page of 1,000,000',
    small: pathOf(1),
    large: pathOf(LAST_PAGE),
    smallLabel: 'page 1 of 10,000',
    maxRatio: 3,
  },
];

/** The speed of a list in a large table: page 1 and the last page of 1,000,000 rows compared with page 1 of 10,000. */
export async function largeTable(): Promise<Section> {
  return {
    name: 'large-table',
    title: 'Lists of a large table',
    description: [
      'The same call as in Lists, filtered by team and button, with pageCount, on a table of 1,000,000 presses compared with one of 10,000, of 100 teams each; a tenth of the rows belong to the list that is read.',
      `The ratio is how many times as long a call takes in the large table; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
    ],
    figures: await compareSizes({ small: platformOf(SMALL), large: platformOf(LARGE) }, CALLS, ROUNDS),
  };
}

function pathOf(page: number): string {
  return `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page}&per_page=${PER_PAGE}`;
}

function platformOf(presses: number): Platform {
  return { fill: async (db) => await buildSession(db, 'team', await insertPresses(db, presses)) };
}
