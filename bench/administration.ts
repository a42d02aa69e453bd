import { setTimeout } from 'node:timers/promises';
import type { Overview } from '@callpoint/contract/overview';
import { insertPresses, insertMessagesForEachPress } from '@callpoint/server/factories/many-presses';
import { insertSubscribers } from '@callpoint/server/factories/many-subscribers';
import { buildSession, buildAdmin } from '@callpoint/server/factories/accounts';
import { compareSizes, type Platform, type SizedCall } from './support/compare-sizes.ts';
import type { Target } from './support/load/load.ts';
import type { Section } from './support/report.ts';

const SMALL = { presses: 10_000, subscribers: 1_000 };
const LARGE = { presses: 1_000_000, subscribers: 10_000 };
const DAYS = 365;
const ROUNDS = { rounds: 3, seconds: 3 };

const SUBSCRIBERS = '/api/v1/listPaged/team?per_page=20';
const OVERVIEW = '/api/v1/overview?zone=Europe/Berlin';

const CALLS: readonly SizedCall[] = [
  callOf('subscribers, page 1', SUBSCRIBERS, 3),
  callOf('subscribers, a search', `${SUBSCRIBERS}&filter_search=firm+99`, 12),
  callOf('the overview', OVERVIEW, 12),
];

/** Milliseconds between checks whether the server has computed the reachability of all subscribers. */
const POLL_MS = 1_000;

/** An administrator's list and overview on a large platform, compared with a small one. */
export async function administration(): Promise<Section> {
  return {
    name: 'administration',
    title: 'An administrator on a large platform',
    description: [
      'The list of subscribers (with pageCount), a search in it, and the overview with 10,000 subscribers and 1,000,000 presses of the last year, one message each, compared with 1,000 subscribers and 10,000 presses.',
      `The ratio is how many times as long a call takes on the large platform; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
    ],
    figures: await compareSizes({ small: platformOf(SMALL), large: platformOf(LARGE) }, CALLS, ROUNDS),
  };
}

/** The same call on both platforms. */
function callOf(label: string, path: string, maxRatio: number): SizedCall {
  return { label, on: 'large', path, baseline: { label: 'small platform', on: 'small', path }, maxRatio };
}

function platformOf({ presses, subscribers }: typeof SMALL): Platform {
  return {
    async fill(db) {
      await insertPresses(db, presses, DAYS);
      await insertMessagesForEachPress(db);
      await insertSubscribers(db, subscribers);
      return await buildSession(db, 'admin', (await buildAdmin(db)).id);
    },
    untilReady: (get) => waitForReachability(get(OVERVIEW)),
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
