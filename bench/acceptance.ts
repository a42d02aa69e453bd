import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { sendAtOnce, sendOpenLoop, type TimedResponse } from './support/open-loop.ts';
import { BUTTON, pressRequests, pressServers } from './support/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { percentile } from './support/statistics.ts';

/** Presses a second; each rate is measured for `SECONDS`. */
const RATES = [10, 100, 500] as const;
const SECONDS = 8;
/** Presses sent at the same time: more than the server processes concurrently. */
const FLOOD = 3000;
/** The 99th percentiles of the responses to the flood, in milliseconds. */
const GOALS = { accepted: 500, rejected: 50 };
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;

/** The response time of presses at rising rates, and of many at the same time. */
export async function acceptance(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await measure(kind)));
  return {
    name: 'acceptance',
    title: 'From press to acceptance',
    description: [
      `Presses of button ${BUTTON} by ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people with Poisson arrivals, for ${SECONDS} s at each rate, without waiting for responses; then ${FLOOD.toLocaleString('en-US')} at the same time over as many connections.`,
      'A rejected press gets 503 and Retry-After, and none of its data is stored. Times of the flood are from its start, so they include the time in which the load sends it, on the same two cores. The mail server does not respond.',
    ],
    figures,
  };
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    const { db, location } = await databases.create('acceptance');
    const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
    const servers = await pressServers();
    try {
      const { url } = await servers.start(location);
      const request = pressRequests(url, tokens);
      // All phones have pressed before: the server knows their subscribers.
      await sendOpenLoop(url, request, (SUBSCRIBERS * USERS_OF_EACH) / 10, 10);
      const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
      const figures: Figure[] = [];
      for (const rate of RATES)
        figures.push(
          createFigure(`${name}, ${rate} a second`, await sendOpenLoop(url, request, rate, SECONDS)),
        );
      const before = await countPresses(db);
      const flood = await sendAtOnce(url, request, FLOOD);
      figures.push(createFloodFigure(name, flood, (await countPresses(db)) - before));
      return figures;
    } finally {
      await servers.end();
    }
  });
}

async function countPresses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('button_click')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function createFigure(label: string, responses: readonly TimedResponse[]): Figure {
  const times = responses.map(({ ms }) => ms);
  return {
    label,
    ours: `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    baseline: null,
    ratio: null,
    target: { text: 'all accepted', isMet: responses.every(({ status }) => status === 200) },
  };
}

function createFloodFigure(name: string, responses: readonly TimedResponse[], stored: number): Figure {
  const accepted = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const [acceptedP99, rejectedP99] = [accepted, rejected].map((some) =>
    some.length === 0
      ? 0
      : percentile(
          some.map(({ ms }) => ms),
          99,
        ),
  ) as [number, number];
  const isComplete = stored === accepted.length && accepted.length + rejected.length === responses.length;
  return {
    label: `${name}, ${FLOOD.toLocaleString('en-US')} at the same time`,
    ours: `${accepted.length} accepted (p99 ${acceptedP99.toFixed(0)} ms), ${rejected.length} rejected with Retry-After (p99 ${rejectedP99.toFixed(0)} ms), ${stored} stored`,
    baseline: null,
    ratio: null,
    target: {
      text: `every accepted press stored, in ${GOALS.accepted} ms (p99); all others rejected in ${GOALS.rejected} ms`,
      isMet: isComplete && acceptedP99 <= GOALS.accepted && rejectedP99 <= GOALS.rejected,
    },
  };
}
