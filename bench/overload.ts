import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { measureSpeed } from './support/load/load.ts';
import { sendOpenLoop, sendPhases, type TimedResponse } from './support/load/open-loop.ts';
import { BUTTON, pressesOf, pressRequests, pressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const FACTORS = [0.5, 1, 2, 5] as const;
const SECONDS = 8;
const ROUNDS = 3;
/** Connections with which the capacity is measured: with fewer, batches are smaller, and fewer presses are accepted. */
const CONNECTIONS = 100;
/** Before its code is compiled, a process accepts fewer presses at the same time. */
const WARM_UP_CONNECTIONS = 50;
/** The goals at twice the capacity; `memory`: in MB. */
const GOALS = { served: 0.8, accepted: 500, rejected: 50, memory: 640 };
/** The rate before and immediately after an overload, as a part of the capacity, and for how many seconds. */
const CALM = { factor: 0.2, before: 5, after: 8 };
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
      `Presses of button ${BUTTON} by ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people with Poisson arrivals, for ${SECONDS} s at each rate, without waiting for responses; medians of ${ROUNDS} rounds. The capacity is what ${CONNECTIONS} connections reach just before. Times are from when a press was due.`,
      'A rejected press gets 503 with Retry-After, and phones send it again. The baseline is the capacity. The load uses the same two cores.',
      `Normal again: seconds from the end of the overload, after which the presses go on at ${CALM.factor} of the capacity without a pause, until the first second in which the 99th percentile is at most ${NORMAL} times that before. Memory: the largest that the process has used from the calm before to the calm after.`,
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
      const call = pressesOf(tokens);
      await measureSpeed({ url: server.url, call }, 3, WARM_UP_CONNECTIONS);
      const outcomes = new Map<number, Outcome[]>(FACTORS.map((factor) => [factor, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const factor of FACTORS) {
          // Again for each rate: the database grows, and the machine may become slower or faster.
          const { perSecond: capacity } = await measureSpeed({ url: server.url, call }, 5, CONNECTIONS);
          // What the last connections sent is stored meanwhile.
          await sendOpenLoop(server.url, request, capacity * CALM.factor, 1);
          const stored = await countPresses(db);
          forgetPeak(server.pid);
          const responses = await sendPhases(server.url, request, [
            { rate: capacity * CALM.factor, seconds: CALM.before },
            { rate: capacity * factor, seconds: SECONDS },
            { rate: capacity * CALM.factor, seconds: CALM.after },
          ]);
          const accepted = responses.filter(({ status }) => status === 200).length;
          const isExact = (await countPresses(db)) - stored === accepted;
          const memory = peakMemory(server.pid);
          outcomes.get(factor)?.push(outcomeOf(responses, { capacity, isExact, memory }));
        }
      }
      return FACTORS.map((factor) => figureOf(kind, factor, outcomes.get(factor) ?? []));
    } finally {
      await servers.end();
    }
  });
}

/** What happened at one rate. */
type Outcome = {
  /** Presses a second. */
  capacity: number;
  accepted: number;
  rejected: number;
  /** Presses with another response, or without one. */
  lost: number;
  /** 99th percentiles in milliseconds; 0 if there are none. */
  acceptedIn: number;
  rejectedIn: number;
  /** As many presses were stored as were accepted. */
  isExact: boolean;
  /** Seconds; infinite: later than was measured. */
  normalAfter: number;
  /** MB. */
  memory: number;
};

function outcomeOf(
  responses: readonly TimedResponse[],
  measured: Pick<Outcome, 'capacity' | 'isExact' | 'memory'>,
): Outcome {
  const start = CALM.before * 1000;
  const end = start + SECONDS * 1000;
  const before = responses.filter(({ dueAt }) => dueAt < start);
  const during = responses.filter(({ dueAt }) => dueAt >= start && dueAt < end);
  const times = (status: number) => during.filter((it) => it.status === status).map(({ ms }) => ms);
  const [accepted, rejected] = [times(200), times(503)];
  return {
    ...measured,
    accepted: accepted.length,
    rejected: rejected.length,
    lost: during.length - accepted.length - rejected.length,
    acceptedIn: p99(accepted),
    rejectedIn: p99(rejected),
    normalAfter: normalAfter(
      responses,
      end,
      before.map(({ ms }) => ms),
    ),
  };
}

function figureOf(kind: DatabaseKind, factor: number, outcomes: readonly Outcome[]): Figure {
  const of = (value: (outcome: Outcome) => number) => median(outcomes.map(value));
  const served = of(({ accepted, capacity }) => accepted / SECONDS / capacity);
  const [accepted, rejected] = [of((it) => it.accepted), of((it) => it.rejected)];
  const [acceptedIn, rejectedIn] = [of((it) => it.acceptedIn), of((it) => it.rejectedIn)];
  const [again, memory] = [of((it) => it.normalAfter), Math.max(...outcomes.map((it) => it.memory))];
  const lost = outcomes.reduce((sum, it) => sum + it.lost, 0);
  const isExact = outcomes.every((it) => it.isExact);
  const isMet =
    isExact &&
    lost === 0 &&
    served >= GOALS.served &&
    acceptedIn <= GOALS.accepted &&
    rejectedIn <= GOALS.rejected &&
    memory <= GOALS.memory &&
    again <= NORMAL_WITHIN;
  const range = outcomes.map((it) => (it.accepted / SECONDS / it.capacity).toFixed(2)).join(', ');
  const all = `${accepted.toLocaleString('en-US')} accepted (p99 ${acceptedIn.toFixed(0)} ms; ${range} of the capacity), ${rejected.toLocaleString('en-US')} rejected${rejected > 0 ? ` (p99 ${rejectedIn.toFixed(0)} ms)` : ''}${lost > 0 ? `, ${lost} with another response or none` : ''}${isExact ? '' : ', not all accepted ones stored'}`;
  return {
    label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${factor} times the capacity`,
    ours: `${all}; normal again after ${again === Infinity ? `more than ${CALM.after}` : again} s; memory at most ${memory} MB`,
    baseline: `${Math.round(of((it) => it.capacity)).toLocaleString('en-US')}/s`,
    ratio: served,
    target:
      factor === 2
        ? {
            text: `at least ${GOALS.served}, accepted in ${GOALS.accepted} ms, rejected in ${GOALS.rejected} ms (p99), normal within ${NORMAL_WITHIN} s, at most ${GOALS.memory} MB`,
            isMet,
          }
        : null,
  };
}

const p99 = (times: readonly number[]) => (times.length === 0 ? 0 : percentile(times, 99));

/** Seconds after `end` until the start of the first second in which the times are normal again. */
function normalAfter(responses: readonly TimedResponse[], end: number, before: readonly number[]): number {
  for (let second = 0; second < CALM.after; second += 1) {
    const from = end + second * 1000;
    const times = responses.filter(({ dueAt }) => dueAt >= from && dueAt < from + 1000).map(({ ms }) => ms);
    if (times.length > 0 && p99(times) <= NORMAL * p99(before)) return second;
  }
  return Infinity;
}

async function countPresses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('button_click')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The largest memory that the process has used since `forgetPeak`, in MB. Linux only. */
function peakMemory(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined)
    throw new Error('the system does not say how much memory the process has used');
  return Math.round(Number(kilobytes) / 1024);
}

/** See proc_pid_clear_refs(5). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
