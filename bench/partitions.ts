import { type BenchDatabases, withBenchDatabases } from './support/bench-databases.ts';
import {
  type Arrangement,
  ARRANGEMENTS,
  fillPlatform,
  MESSAGES,
  MONTHS,
  type Platform,
  type Platforms,
} from './support/partitions/partition-platforms.ts';
import {
  dropPartitions,
  formatPurge,
  pressNextToDrop,
  purgeMonth,
} from './support/partitions/partition-purge.ts';
import { livePress, type Operation, OPERATIONS, type Times } from './support/partitions/press-life.ts';
import type { Figure, Section } from './support/report.ts';
import {
  ofPartition,
  rewriteQueries,
  withKeyTables,
  withoutDeletion,
} from './support/partitions/rewritten-queries.ts';
import { median, percentile } from './support/statistics.ts';

const NEWEST = MONTHS - 1;
const ROUNDS = 9;
const PRESSES_OF_ROUND = 25;
/** Before the first round: prepared queries get their final plan. */
const WARM_UP = 12;

/** `month`: as in `months`, with queries that know the partition. */
type Variant = Arrangement | 'month';

const VARIANTS: Record<Exclude<Variant, 'unpartitioned'>, string> = {
  months: 'all by month',
  month: 'all by month, queries know the month',
  ids: 'texts and attempts by ranges of ids',
};

/** The time of the product's queries in partitioned tables compared with the tables of the product, on PostgreSQL. */
export async function partitions(): Promise<Section> {
  const figures = await withBenchDatabases('postgres', measure);
  return {
    name: 'partitions',
    title: 'Partitions by month',
    description: [
      `The time of queries over one connection to PostgreSQL, with ${MESSAGES.toLocaleString('en-US')} messages of ${MONTHS} months in each database: in the tables of the product, and in tables with ${MONTHS} partitions each. The ratio is partitioned divided by unpartitioned; medians of ${ROUNDS} alternating rounds of ${PRESSES_OF_ROUND}. The functions of the product run the queries. Commits do not wait for the disk.`,
      'By month: presses, messages and texts by created_at, attempts by their time, with unique keys in tables of their own and without the foreign keys that refer to them.',
      'Queries that know the month name its partition instead of the table, which no query can surpass.',
      'Ranges of ids: texts by id and attempts by the id of their message; presses and messages are not partitioned, and queries and foreign keys are those of the product.',
      'The purge of a month deletes its texts and attempts, in steps of 500 messages. With partitions, the steps only update the messages; then the two partitions are detached without blocking queries (detach concurrently) and dropped.',
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure[]> {
  const platforms = {} as Platforms;
  for (const name of Object.keys(ARRANGEMENTS) as Arrangement[])
    platforms[name] = await fillPlatform(name, await databases.create(name));
  const rounds: Record<Variant, Partial<Times>[]>[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const times: (typeof rounds)[number] = { unpartitioned: [], months: [], month: [], ids: [] };
      for (const variant of orderOf(round))
        times[variant] = await measureRound(platforms, variant, round === -1 ? WARM_UP : PRESSES_OF_ROUND);
      if (round >= 0) rounds.push(times);
    }
    return [...figuresOf(rounds), ...(await measurePurges(platforms))];
  } finally {
    for (const { client } of Object.values(platforms)) await client.end();
  }
}

/** Each variant at each place, and after each other one. */
function orderOf(round: number): Variant[] {
  const all: Variant[] = ['unpartitioned', 'months', 'month', 'ids'];
  const start = (round + all.length) % all.length;
  const rotated = [...all.slice(start), ...all.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.toReversed();
}

async function measureRound(
  platforms: Platforms,
  variant: Variant,
  presses: number,
): Promise<Partial<Times>[]> {
  const isMonth = variant === 'month';
  const { db, user } = platforms[isMonth ? 'months' : variant];
  if (isMonth) rewriteQueries('months', { name: 'month', rewrite: ofPartition(NEWEST) });
  const times: Partial<Times>[] = [];
  while (times.length < presses) times.push(await livePress(db, user, { lists: !isMonth }));
  if (isMonth) rewriteQueries('months', { name: 'months', rewrite: withKeyTables });
  return times;
}

function figuresOf(rounds: readonly Record<Variant, Partial<Times>[]>[]): Figure[] {
  return (Object.keys(OPERATIONS) as Operation[]).flatMap((operation) => {
    const timesOf = (times: readonly Partial<Times>[]) => times.flatMap((each) => each[operation] ?? []);
    const allOf = (variant: Variant) => timesOf(rounds.flatMap((round) => round[variant]));
    return Object.entries(VARIANTS).flatMap(([name, label]) => {
      const variant = name as Variant;
      if (allOf(variant).length === 0) return [];
      const ratios = rounds.map(
        (round) => median(timesOf(round[variant])) / median(timesOf(round.unpartitioned)),
      );
      return {
        label: `${OPERATIONS[operation]}; ${label}`,
        ours: formatTimes(allOf('unpartitioned')),
        baseline: formatTimes(allOf(variant)),
        ratio: median(ratios),
        target: null,
      };
    });
  });
}

async function measurePurges({ unpartitioned, months, ids }: Platforms): Promise<Figure[]> {
  const figures: Figure[] = [];
  const whole = await purgeMonth(unpartitioned);
  const addFigure = async (name: 'months' | 'ids', platform: Platform) => {
    const rewrite = (text: string) => withoutDeletion(name === 'months' ? withKeyTables(text) : text);
    rewriteQueries(name, { name: 'purge', rewrite });
    const steps = await purgeMonth(platform);
    const dropMs = await dropPartitions(platform, 0);
    figures.push({
      label: `the purge of a month, ${whole.messages.toLocaleString('en-US')} messages; ${VARIANTS[name]}`,
      ours: formatPurge(whole),
      baseline: `${formatPurge(steps)}, then ${Math.round(dropMs)} ms for two partitions`,
      ratio: (steps.ms + dropMs) / whole.ms,
      target: null,
    });
  };
  await addFigure('months', months);
  await addFigure('ids', ids);
  for (const [label, drop] of [
    ['detached concurrently', () => dropPartitions(months, 1)],
    ['dropped at once', () => months.client.query('drop table message_text_2')],
  ] as const) {
    const ms = await pressNextToDrop(months, drop);
    figures.push({
      label: `a press while texts of a month are ${label}, next to a transaction that has read texts and ends after 1 s`,
      ours: '',
      baseline: `${Math.round(ms.press)} ms; the partition after ${Math.round(ms.drop)} ms`,
      ratio: null,
      target: null,
    });
  }
  return figures;
}

function formatTimes(times: readonly number[]): string {
  return `${median(times).toFixed(2)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`;
}
