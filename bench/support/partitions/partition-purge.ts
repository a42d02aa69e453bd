import { setTimeout } from 'node:timers/promises';
import { deleteOldTexts } from '@callpoint/server/delivery/queue/retention';
import pg from 'pg';
import { MONTH_STARTS, type Platform } from './partition-platforms.ts';
import { livePress } from './press-life.ts';
import { median } from '../statistics.ts';

/** The purge of the oldest month. */

const READER_MS = 1_000;

/** Milliseconds of the whole purge, and of each step. */
export type Purge = { messages: number; ms: number; steps: number[] };

/** Purges the oldest month in steps. */
export async function purgeMonth({ db }: Platform): Promise<Purge> {
  const before = new Date(MONTH_STARTS[1] ?? 0);
  const purge: Purge = { messages: 0, ms: 0, steps: [] };
  for (let deleted = -1; deleted !== 0;) {
    const start = performance.now();
    deleted = await deleteOldTexts(db, before);
    purge.steps.push(performance.now() - start);
    purge.messages += deleted;
  }
  return { ...purge, ms: purge.steps.reduce((sum, ms) => sum + ms, 0) };
}

/** Drops partition `index` of texts and attempts without blocking queries, and returns the milliseconds. */
export async function dropPartitions({ client }: Platform, index: number): Promise<number> {
  const start = performance.now();
  for (const table of ['delivery_attempt', 'message_text']) {
    await client.query(`alter table ${table} detach partition ${table}_${index} concurrently`);
    await client.query(`drop table ${table}_${index}`);
  }
  return performance.now() - start;
}

/** Milliseconds of a press while `drop` drops texts, and a transaction that has read texts remains open for a second. */
export async function pressNextToDrop(
  { db, url, user }: Platform,
  drop: () => Promise<unknown>,
): Promise<{ press: number; drop: number }> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select id from message_text limit 1');
  const ended = setTimeout(READER_MS).then(() => reader.end());
  const start = performance.now();
  const dropped = drop().then(() => performance.now() - start);
  await setTimeout(READER_MS / 10);
  const { press = Number.NaN } = await livePress(db, user, { lists: false });
  await ended;
  return { press, drop: await dropped };
}

export function formatPurge({ ms, steps }: Purge): string {
  return `${(ms / 1000).toFixed(1)} s in steps of ${median(steps).toFixed(1)} ms`;
}
