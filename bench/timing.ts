import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { OWNER } from '@callpoint/server/db/tenant';
import { buildSession } from '@callpoint/server/factories/accounts';
import { ROUTES, type RouteExample } from '@callpoint/server/testing/routes';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import {
  buildTenant,
  rowsOf,
  UNKNOWN_IDS,
  type CallInput,
  type Rows,
  type Tenant,
} from '@callpoint/server/testing/tenant';
import { median } from './support/figures.ts';
import { onGround, type Ground } from './support/ground.ts';
import type { Figure, Section } from './support/report.ts';

/** Of each kind of id, for each call. */
const ASKED = 600;
/** Before anything is counted. */
const WARM = 100;
const MOST = 1.1;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

type Id = 'other' | 'unknown';
/** Milliseconds. */
type Times = { call: string; other: number; unknown: number };

/** Whether the time of an answer tells that an id exists: calls about another subscriber's row beside ones about none. */
export async function timing(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(...(await onGround(kind, measure)));
  return {
    name: 'timing',
    title: 'Another’s id beside an id that nobody has',
    setting: [
      `Every call that a team may make about a row, with the id of another subscriber’s row and with an id that no row has, in turns over one connection; medians of ${ASKED} each.`,
      'The ratio is how many times as long the other’s id takes: 1 tells nothing.',
    ],
    figures,
  };
}

async function measure(ground: Ground): Promise<Figure[]> {
  const { db, location } = await ground.database('timing');
  const [ours, theirs] = [await buildTenant(db), await buildTenant(db)];
  const token = await buildSession(db, 'team', ours.team.id);
  const server = await startServerProcess(location);
  try {
    const times: Times[] = [];
    for (const route of ROUTES.filter(isAboutATeamsRow)) {
      times.push(await timesOf(route, { db, ours, theirs, url: server.url, token }));
    }
    return times
      .toSorted((a, b) => distance(b) - distance(a))
      .filter((_, place, all) => place === 0 || place === Math.floor(all.length / 2))
      .map((time, place) => ({
        what: `${NAMES[ground.kind]}, ${place === 0 ? 'the furthest' : 'the middle'} of ${times.length} calls: ${time.call}`,
        ours: `${time.other.toFixed(3)} ms`,
        beside: `${time.unknown.toFixed(3)} ms`,
        ratio: time.other / time.unknown,
        wanted: { text: `1/${MOST} to ${MOST}`, reached: distance(time) <= Math.log(MOST) },
      }));
  } finally {
    await server.end('SIGTERM');
  }
}

function isAboutATeamsRow({ allowed, names, slow }: RouteExample): boolean {
  if (!names || slow || allowed === 'public' || !allowed.includes('team')) return false;
  return OWNER[names] !== 'shared' && OWNER[names] !== 'platform';
}

/** How far the ratio is from 1, whichever is the longer. */
function distance({ other, unknown }: Times): number {
  return Math.abs(Math.log(other / unknown));
}

type World = { db: Db; ours: Tenant; theirs: Tenant; url: string; token: string };

async function timesOf(route: RouteExample, { db, ours, theirs, url, token }: World): Promise<Times> {
  const [own, others] = [await rowsOf(db, ours), await rowsOf(db, theirs)];
  const inputs: Record<Id, CallInput> = {
    other: route.example(naming(own, others.ids, route)),
    unknown: route.example(naming(own, UNKNOWN_IDS, route)),
  };
  const taken: Record<Id, number[]> = { other: [], unknown: [] };
  for (let turn = 0; turn < WARM + ASKED; turn += 1) {
    // Whoever goes first in each turn has the other one's garbage to wait for.
    for (const id of turn % 2 === 0 ? (['other', 'unknown'] as const) : (['unknown', 'other'] as const)) {
      const started = performance.now();
      await (await send(url, token, route, inputs[id])).arrayBuffer();
      if (turn >= WARM) taken[id].push(performance.now() - started);
    }
  }
  return {
    call: `${route.method} ${route.path}`,
    other: median(taken.other),
    unknown: median(taken.unknown),
  };
}

function naming(own: Rows, ids: Rows['ids'], { names }: RouteExample): Rows {
  if (!names) return own;
  const team = names === 'subscription_history' ? ids.team : own.ids.team;
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
