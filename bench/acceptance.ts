import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startBaseline } from './support/baseline/baseline-process.ts';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { sendAtOnce, sendOpenLoop, type TimedResponse } from './support/load/open-loop.ts';
import { BUTTON, pressRequests, pressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

/** Presses a second; each rate is measured for `SECONDS`. */
const RATES = [10, 100, 500] as const;
const SECONDS = 8;
/** Presses sent at the same time: more than the server processes concurrently. */
const FLOOD = 3000;
const FLOODS = 5;
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
      `Presses of button ${BUTTON} by ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people with Poisson arrivals, for ${SECONDS} s at each rate, without waiting for responses; then ${FLOOD.toLocaleString('en-US')} at the same time over as many connections, medians of ${FLOODS} times.`,
      'A rejected press gets 503 and Retry-After, and none of its data is stored. Times of the flood are from its start, so they include the time in which the load sends it, on the same two cores. The mail server does not respond.',
      'The baseline of the flood is a bare node:http server that rejects every press at once with the same response, without reading it, and gets as many from the same load, in turns. The ratio compares the 99th percentiles of rejections: what the bare server needs is not ours.',
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
      figures.push(await measureFloods(name, db, url, request));
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

/** Response times in milliseconds. */
type Flood = { accepted: number[]; rejected: number[]; isComplete: boolean; bare: number[] };

/** Floods of the product and of a bare server, in turns. */
async function measureFloods(name: string, db: Db, url: string, request: () => string): Promise<Figure> {
  const bare = await startBaseline('reject-http', []);
  const floods: Flood[] = [];
  try {
    for (let round = 0; round < FLOODS; round += 1) {
      const before = await countPresses(db);
      const responses = await sendAtOnce(url, request, FLOOD);
      const times = (some: readonly TimedResponse[]) => some.map(({ ms }) => ms);
      const isRejected = ({ status, hasRetryAfter }: TimedResponse) => status === 503 && hasRetryAfter;
      const accepted = times(responses.filter(({ status }) => status === 200));
      const rejected = times(responses.filter(isRejected));
      const isComplete =
        (await countPresses(db)) - before === accepted.length &&
        accepted.length + rejected.length === responses.length;
      const others = (await sendAtOnce(bare.url, request, FLOOD)).filter(isRejected);
      if (others.length !== FLOOD) throw new Error('the bare server did not reject every press');
      floods.push({ accepted, rejected, isComplete, bare: times(others) });
    }
  } finally {
    await bare.stop();
  }
  return createFloodFigure(name, floods);
}

function createFloodFigure(name: string, floods: readonly Flood[]): Figure {
  const countOf = (kind: 'accepted' | 'rejected') => median(floods.map((flood) => flood[kind].length));
  const p99Of = (kind: 'accepted' | 'rejected' | 'bare') =>
    median(floods.map((flood) => (flood[kind].length === 0 ? 0 : percentile(flood[kind], 99))));
  const [accepted, rejected, bare] = [p99Of('accepted'), p99Of('rejected'), p99Of('bare')];
  const isComplete = floods.every((flood) => flood.isComplete);
  return {
    label: `${name}, ${FLOOD.toLocaleString('en-US')} at the same time`,
    ours: `${countOf('accepted')} accepted (p99 ${accepted.toFixed(0)} ms), ${countOf('rejected')} rejected with Retry-After (p99 ${rejected.toFixed(0)} ms)${isComplete ? '' : ', not each accepted one stored'}`,
    baseline: `all rejected (p99 ${bare.toFixed(0)} ms${bare > GOALS.rejected ? `, more than ${GOALS.rejected} ms too` : ''})`,
    ratio: rejected / bare,
    target: {
      text: `every accepted press stored, in ${GOALS.accepted} ms (p99); all others rejected in ${GOALS.rejected} ms`,
      isMet: isComplete && accepted <= GOALS.accepted && rejected <= GOALS.rejected,
    },
  };
}
