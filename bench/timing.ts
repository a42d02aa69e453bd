import type { DatabaseKind } from '@callpoint/server/db/connection';
import { type Db } from '@callpoint/server/db/tables';
import { buildSession } from '@callpoint/server/factories/accounts';
import { ROUTES } from '@callpoint/server/testing/routes';
import type { RouteExample } from '@callpoint/server/testing/routes/route-example';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { prepareExampleRows } from '@callpoint/server/testing/rows/prepare-rows';
import {
  UNKNOWN_IDS,
  type CallInput,
  type ExampleRows,
  exampleOwner,
} from '@callpoint/server/testing/calls/example-rows';
import { buildTenant, type Tenant } from '@callpoint/server/testing/tenant';
import { median } from './support/statistics.ts';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

/** Measured requests for each call and kind of id. */
const REQUESTS = 600;
/** Requests before those that are measured. */
const WARM_UP = 100;
const MAX_RATIO = 1.1;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

type Id = 'other' | 'unknown';
/** The median milliseconds of one call, by kind of id. */
type Times = { call: string; other: number; unknown: number };

/** Whether the response time reveals that an id exists: calls with another subscriber's id compared with an unknown id. */
export async function timing(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const)
    figures.push(...(await withBenchDatabases(kind, measure)));
  return {
    name: 'timing',
    title: 'Another subscriber’s id compared with an unknown id',
    description: [
      `Every call that a team may make about a row, with the id of another subscriber’s row and with an unknown id, alternating over one connection; medians of ${REQUESTS} requests each.`,
      'The ratio is how many times as long the other subscriber’s id takes; 1 reveals nothing.',
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure[]> {
  const { db, location } = await databases.create('timing');
  const [ours, theirs] = [await buildTenant(db), await buildTenant(db)];
  const token = await buildSession(db, 'team', ours.team.id);
  const server = await startServerProcess(location);
  try {
    const times: Times[] = [];
    for (const route of ROUTES.filter(isAboutATeamsRow)) {
      times.push(await measureTimes(route, { db, ours, theirs, url: server.url, token }));
    }
    return times
      .toSorted((a, b) => distance(b) - distance(a))
      .filter((_, index, all) => index === 0 || index === Math.floor(all.length / 2))
      .map((time, index) => ({
        label: `${NAMES[databases.kind]}, ${index === 0 ? 'the largest difference' : 'the median'} of ${times.length} calls: ${time.call}`,
        ours: `${time.other.toFixed(3)} ms`,
        baseline: `${time.unknown.toFixed(3)} ms`,
        ratio: time.other / time.unknown,
        target: { text: `1/${MAX_RATIO} to ${MAX_RATIO}`, isMet: distance(time) <= Math.log(MAX_RATIO) },
      }));
  } finally {
    await server.end('SIGTERM');
  }
}

function isAboutATeamsRow({ allowed, names, slow }: RouteExample): boolean {
  if (!names || slow || allowed === 'public' || !allowed.includes('team')) return false;
  return exampleOwner(names) !== 'shared' && exampleOwner(names) !== 'platform';
}

/** How far the ratio is from 1, in either direction. */
function distance({ other, unknown }: Times): number {
  return Math.abs(Math.log(other / unknown));
}

type Setup = { db: Db; ours: Tenant; theirs: Tenant; url: string; token: string };

async function measureTimes(route: RouteExample, { db, ours, theirs, url, token }: Setup): Promise<Times> {
  const [own, others] = [await prepareExampleRows(db, ours), await prepareExampleRows(db, theirs)];
  const inputs: Record<Id, CallInput> = {
    other: route.example(withNamedIds(own, others.ids, route)),
    unknown: route.example(withNamedIds(own, UNKNOWN_IDS, route)),
  };
  const durations: Record<Id, number[]> = { other: [], unknown: [] };
  for (let round = 0; round < WARM_UP + REQUESTS; round += 1) {
    // The order alternates, because the first request of a round waits for the garbage collection of the one before.
    for (const id of round % 2 === 0 ? (['other', 'unknown'] as const) : (['unknown', 'other'] as const)) {
      const started = performance.now();
      await (await send(url, token, route, inputs[id])).arrayBuffer();
      if (round >= WARM_UP) durations[id].push(performance.now() - started);
    }
  }
  return {
    call: `${route.method} ${route.path}`,
    other: median(durations.other),
    unknown: median(durations.unknown),
  };
}

function withNamedIds(own: ExampleRows, ids: ExampleRows['ids'], { names }: RouteExample): ExampleRows {
  if (!names) return own;
  const isByTeam = names === 'subscription_history' || names === 'payment_invoice';
  const team = isByTeam ? ids.team : own.ids.team;
  return { ...own, ids: { ...own.ids, team, [names]: ids[names] } };
}

function send(
  url: string,
  token: string,
  { method, path }: RouteExample,
  input: CallInput,
): Promise<Response> {
  const address = new URL(path, url);
  const query: NonNullable<CallInput['query']> = { ...input.query, token };
  for (const [name, value] of Object.entries(query)) {
    address.searchParams.set(name, String(value));
  }
  if (method === 'GET') return fetch(address);
  const headers = { 'content-type': 'application/json' };
  return fetch(address, { method, headers, body: JSON.stringify(input.body ?? {}) });
}
