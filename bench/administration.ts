import { setTimeout } from 'node:timers/promises';
import type { Overview } from '@callpoint/contract/overview';
import { manyPresses, aMessageForEachPress } from '@callpoint/server/factories/many-presses';
import { manySubscribers } from '@callpoint/server/factories/many-subscribers';
import { buildSession, buildAdmin } from '@callpoint/server/factories/accounts';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { onGround, type Ground } from './support/ground.ts';
import { compare, speedInWords, type Target } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const SMALL = { presses: 10_000, subscribers: 1_000 };
const LARGE = { presses: 1_000_000, subscribers: 10_000 };
const DAYS = 365;
const ROUNDS = { rounds: 3, seconds: 3 };
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

const OVERVIEW = 'overview?zone=Europe/Berlin';

/** What each call asks, and how many times as long it may take on the large platform. */
const CALLS = [
  { what: 'subscribers, page 1', path: 'listPaged/team?per_page=20', most: 3 },
  { what: 'subscribers, a search', path: 'listPaged/team?per_page=20&filter_search=firm+99', most: 12 },
  { what: 'the overview', path: OVERVIEW, most: 12 },
] as const;

/** Milliseconds between looks at how far the server has come with what it does once. */
const LOOK_EVERY = 1_000;

/** An administrator's list and overview on a large platform, beside a small one. */
export async function administration(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await onGround(kind, measure)));
  return {
    name: 'administration',
    title: 'An administrator on a large platform',
    setting: [
      'The list of subscribers (with pageCount), a search in it, and the overview with 10,000 subscribers and 1,000,000 presses of the last year, a message each, beside 1,000 subscribers and 10,000 presses.',
      `The ratio says how many times as long a call takes on the large platform; medians of ${ROUNDS.rounds} turns of ${ROUNDS.seconds} s.`,
    ],
    figures,
  };
}

async function measure(ground: Ground): Promise<Figure[]> {
  const [small, large] = [await serve(ground, 'small', SMALL), await serve(ground, 'large', LARGE)];
  try {
    const figures: Figure[] = [];
    for (const { what, path, most } of CALLS) {
      const result = await compare(small.call(path), large.call(path), ROUNDS);
      figures.push({
        what: `${NAMES[ground.kind]}, ${what}`,
        ours: speedInWords(result.bare),
        beside: `on the small one: ${speedInWords(result.ours)}`,
        ratio: result.ratio,
        wanted: { text: `at most ${most}`, reached: result.ratio <= most },
      });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function serve(ground: Ground, name: string, { presses, subscribers }: typeof SMALL) {
  const { db, location } = await ground.database(name);
  await manyPresses(db, presses, DAYS);
  await aMessageForEachPress(db);
  await manySubscribers(db, subscribers);
  const token = await buildSession(db, 'admin', (await buildAdmin(db)).id);
  const server = await startServerProcess(location);
  const call = (path: string) => ({
    url: server.url,
    call: { method: 'GET' as const, path: `/api/v1/${path}&token=${token}` },
  });
  await everybodyJudged(call(OVERVIEW));
  return {
    call,
    stop: () => server.end('SIGTERM'),
  };
}

/** A server that has never seen these subscribers judges all of them, which is not what is measured. */
async function everybodyJudged({ url, call }: Target): Promise<void> {
  for (;;) {
    const { data } = (await (await fetch(`${url}${call.path}`)).json()) as { data: Overview };
    if (data.reach.waiting === 0 && data.reach.red + data.reach.amber > 0) return;
    await setTimeout(LOOK_EVERY);
  }
}
