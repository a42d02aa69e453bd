import { readFileSync } from 'node:fs';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { measureSpeed } from './support/load.ts';
import { sendOpenLoop, type TimedResponse } from './support/open-loop.ts';
import { BUTTON, pressesOf, pressRequests, pressServers } from './support/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { percentile } from './support/statistics.ts';

const FACTORS = [0.5, 1, 2, 5] as const;
const SECONDS = 8;
/** The goals at twice the capacity. */
const GOALS = { served: 0.8, accepted: 500, rejected: 50 };
/** The rate after an overload, as a part of the capacity, and for how many seconds. */
const AFTER = { factor: 0.2, seconds: 8 };
/** A second is normal again if its 99th percentile is at most so many times that before the overload. */
const NORMAL = 3;
const NORMAL_WITHIN = 5;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;

/** More presses than a process can accept: what happens to those that it accepts, and to the others. */
export async function overload(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await measure(kind)));
  return {
    name: 'overload',
    title: 'Overload',
    description: [
      `Presses of button ${BUTTON} by ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people with Poisson arrivals, for ${SECONDS} s at each rate, without waiting for responses. The capacity is what 50 connections reach just before. Times are from when a press was due.`,
      'A rejected press gets 503 with Retry-After, and phones send it again. The baseline is the capacity. The load uses the same two cores.',
      `Normal again: the first second after the load in which the 99th percentile of ${AFTER.factor} of the capacity is at most ${NORMAL} times that before.`,
    ],
    figures,
  };
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    const { db, location } = await databases.create('overload');
    const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
    const servers = await pressServers();
    try {
      const server = await servers.start(location);
      const request = pressRequests(server.url, tokens);
      const send = (rate: number, seconds: number) => sendOpenLoop(server.url, request, rate, seconds);
      const call = pressesOf(tokens);
      await measureSpeed({ url: server.url, call }, 3, 50);
      const figures: Figure[] = [];
      for (const factor of FACTORS) {
        // Again for each rate: the database grows, and the machine may become slower or faster.
        const { perSecond: capacity } = await measureSpeed({ url: server.url, call }, 5, 50);
        const before = percentile(
          (await send(capacity * AFTER.factor, 5)).map(({ ms }) => ms),
          99,
        );
        const stored = await countPresses(db);
        const responses = await send(capacity * factor, SECONDS);
        const accepted = responses.filter(({ status }) => status === 200).length;
        const isExact = (await countPresses(db)) - stored === accepted;
        const after = await send(capacity * AFTER.factor, AFTER.seconds);
        figures.push(
          figureOf(kind, factor, {
            responses,
            capacity,
            isExact,
            normalAfter: normalAfter(after, before),
            memory: peakMemory(server.pid),
          }),
        );
      }
      return figures;
    } finally {
      await servers.end();
    }
  });
}

type Outcome = {
  responses: readonly TimedResponse[];
  capacity: number;
  /** As many presses were stored as were accepted. */
  isExact: boolean;
  /** Seconds; null: later than was measured. */
  normalAfter: number | null;
  /** MB. */
  memory: number;
};

function figureOf(
  kind: DatabaseKind,
  factor: number,
  { responses, capacity, isExact, normalAfter: again, memory }: Outcome,
): Figure {
  const times = (status: number) => responses.filter((it) => it.status === status).map(({ ms }) => ms);
  const [accepted, rejected] = [times(200), times(503)];
  const lost = responses.length - accepted.length - rejected.length;
  const [p99, rejectedP99] = [accepted, rejected].map((values) =>
    values.length === 0 ? 0 : percentile(values, 99),
  ) as [number, number];
  const served = accepted.length / SECONDS / capacity;
  const isMet =
    isExact &&
    lost === 0 &&
    served >= GOALS.served &&
    p99 <= GOALS.accepted &&
    rejectedP99 <= GOALS.rejected &&
    again !== null &&
    again <= NORMAL_WITHIN;
  const all = `${accepted.length.toLocaleString('en-US')} accepted (p99 ${p99.toFixed(0)} ms), ${rejected.length.toLocaleString('en-US')} rejected${rejected.length > 0 ? ` (p99 ${rejectedP99.toFixed(0)} ms)` : ''}${lost > 0 ? `, ${lost} without a response` : ''}${isExact ? '' : ', not all accepted ones stored'}`;
  return {
    label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${factor} times the capacity`,
    ours: `${all}; normal again after ${again === null ? `more than ${AFTER.seconds}` : again} s; memory at most ${memory} MB`,
    baseline: `${Math.round(capacity).toLocaleString('en-US')}/s`,
    ratio: served,
    target:
      factor === 2
        ? {
            text: `at least ${GOALS.served}, accepted in ${GOALS.accepted} ms, rejected in ${GOALS.rejected} ms (p99), normal within ${NORMAL_WITHIN} s`,
            isMet,
          }
        : null,
  };
}

/** The first full second in which the times are normal again. */
function normalAfter(responses: readonly TimedResponse[], before: number): number | null {
  for (let second = 0; second < AFTER.seconds; second += 1) {
    const times = responses
      .filter(({ dueAt }) => dueAt >= second * 1000 && dueAt < (second + 1) * 1000)
      .map(({ ms }) => ms);
    if (times.length > 0 && percentile(times, 99) <= NORMAL * before) return second;
  }
  return null;
}

async function countPresses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('button_click')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The largest memory that the process has used, in MB. Linux only. */
function peakMemory(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
