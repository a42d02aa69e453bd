import { insertPresses } from '@callpoint/server/factories/many-presses';
import { buildSession } from '@callpoint/server/factories/accounts';
import { compareSizes, type Platform, type SizedCall, type SizedPath } from './support/compare-sizes.ts';
import { PAGES, pagesFrom, PER_PAGE } from './support/list-pages.ts';
import type { Section } from './support/report.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = { rounds: 9, seconds: 2 };

const FIRST: SizedPath = { on: 'large', path: pagesFrom(1) };
const OF_LARGE = { label: 'the first pages', ...FIRST };

const CALLS: readonly SizedCall[] = [
  {
    label: 'the first pages of 1,000,000',
    ...FIRST,
    baseline: { label: 'of 10,000', on: 'small', path: pagesFrom(1) },
    maxRatio: 1.3,
  },
  {
    label: 'pages in the middle',
    on: 'large',
    path: pagesFrom(LARGE / PER_PAGE / 2),
    baseline: OF_LARGE,
    maxRatio: 3,
  },
  {
    label: 'the last pages',
    on: 'large',
    path: pagesFrom(LARGE / PER_PAGE - PAGES + 1),
    baseline: OF_LARGE,
    maxRatio: 3,
  },
];

/** The speed of a long list: its first pages compared with those of a short one, and its last pages with its first ones. */
export async function largeTable(): Promise<Section> {
  return {
    name: 'large-table',
    title: 'Lists of a large table',
    description: [
      `The same call as in Lists, filtered by team and button, with pageCount, on a list of 1,000,000 presses and on one of 10,000. ${PAGES} pages are read in turn, twice as many as Callpoint stores responses, so that each is read from the database.`,
      `The ratio is how many times as long a call takes as its baseline; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
    ],
    figures: await compareSizes({ small: platformOf(SMALL), large: platformOf(LARGE) }, CALLS, ROUNDS),
  };
}

/** A platform whose presses all belong to the list that is read. */
function platformOf(presses: number): Platform {
  return { fill: async (db) => await buildSession(db, 'team', await insertPresses(db, presses, 0, 1)) };
}
