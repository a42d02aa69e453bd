import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { connectionUsage, type ConnectionUsage } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/** What a scrape reads from the database. */
export type Figures = {
  /** Each channel with emergencies and other messages. */
  pending: {
    channel: Channel;
    priority: 'emergency' | 'other';
    messages: number;
    oldestDueSeconds: number;
  }[];
  openIncidents: number;
  lateSteps: number;
  latestStepSeconds: number;
  /** Null: this database has no connections that can run out. */
  connections: ConnectionUsage | null;
};

/** Rows that one query counts, so that a backlog does not make the metrics expensive. */
const MOST_COUNTED = 100_000;
/** Seconds after which a step that is due counts as late; the escalator looks once a second. */
const LATE_SECONDS = 5;

type Pending = { channel: Channel; priority: number; messages: number; oldest: string | null };

const countPending = prepared<{ channel: Channel }, Pending>(
  (_db, param) => sql<Pending>`
    select channel, priority, count(*) as messages, min(next_attempt_at) as oldest
    from (
      select channel, priority, next_attempt_at from delivery
      where state = 'pending' and channel = ${param('channel')}
      order by priority, next_attempt_at limit ${sql.lit(MOST_COUNTED)}
    ) as waiting group by channel, priority`,
);

type Steps = { late: number; first: string | null };

const countLateSteps = prepared<{ before: string }, Steps>(
  (_db, param) => sql<Steps>`
    select count(*) as late, min(next_run_at) as first
    from (
      select next_run_at from incident where next_run_at is not null and next_run_at < ${param('before')}
      order by next_run_at limit ${sql.lit(MOST_COUNTED)}
    ) as late`,
);

const countOpen = prepared<object, { open: number }>(
  () => sql<{ open: number }>`
    select count(*) as open
    from (select 1 as one from incident where closed_at is null limit ${sql.lit(MOST_COUNTED)}) as open_ones`,
);

/** Reads the figures with few queries that use an index. */
export async function readFigures(db: Db, now = new Date()): Promise<Figures> {
  const pending: Figures['pending'] = [];
  for (const channel of CHANNELS) {
    const rows = await countPending(db, { channel });
    for (const [value, priority] of [
      [0, 'emergency'],
      [1, 'other'],
    ] as const) {
      const row = rows.find((one) => one.priority === value);
      pending.push({
        channel,
        priority,
        messages: row?.messages ?? 0,
        oldestDueSeconds: secondsSince(row?.oldest ?? null, now),
      });
    }
  }
  const [steps] = await countLateSteps(db, {
    before: new Date(now.getTime() - LATE_SECONDS * 1000).toISOString(),
  });
  const [incidents] = await countOpen(db, {});
  return {
    pending,
    openIncidents: incidents?.open ?? 0,
    lateSteps: steps?.late ?? 0,
    latestStepSeconds: secondsSince(steps?.first ?? null, now),
    connections: connectionUsage(db),
  };
}

function secondsSince(at: string | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
}
