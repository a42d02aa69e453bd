import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { prepared } from '../db/queries/prepared.ts';
import type { Db } from '../db/tables.ts';
import { readUsedIds, type UsedIds } from '../db/used-ids.ts';
import { HELD_REASONS, type HeldReason } from '../delivery/queue/held/held-reasons.ts';
import { isOfChannel } from '../delivery/queue/of-channel.ts';
import { PRIORITIES, priorityLabel, type PriorityLabel } from './priority-label.ts';

/** What a scrape reads from the database. */
export type Figures = {
  /** Each channel with emergencies and other messages. */
  pending: {
    channel: Channel;
    priority: PriorityLabel;
    messages: number;
    /** How long the message that is due first has been due: nobody has claimed it. */
    oldestDueSeconds: number;
    /** How long the oldest message has waited to be sent, attempts included. */
    oldestSeconds: number;
  }[];
  /** Messages that are held, and were created within the last hour; also each 0. */
  held: { channel: Channel; priority: PriorityLabel; reason: HeldReason; messages: number }[];
  openIncidents: number;
  lateSteps: number;
  latestStepSeconds: number;
  usedIds: readonly UsedIds[];
};

/** Rows that one query counts, so that a backlog does not make the metrics expensive. */
const MOST_COUNTED = 100_000;
/** Rows that one query reads to find the oldest message. */
const MOST_EXAMINED = 100;
/** Held messages of one priority and reason that one query reads, the newest first. */
const MOST_HELD = 5_000;
/** Milliseconds since they were created: a message that nobody releases stays held. */
const HELD_WITHIN = 3_600_000;
/** Seconds after which a step that is due counts as late; the escalator looks once a second. */
const LATE_SECONDS = 5;

type Queue = { channel: Channel; priority: number };
type Pending = { messages: number; oldest_due: string | null; oldest: string | null };

/**
 * When a message started to wait: when it was created, resent or released; then it is due without an attempt. After an
 * attempt, which changes when it is due, when it was created or resent.
 */
const WAITS_SINCE = sql`case when attempts = 0 then next_attempt_at else coalesce(resent_at, created_at) end`;

/**
 * Pending messages are counted in their index. The oldest one is searched in the rows with the lowest ids, which were
 * created first, and in those that are being sent; a message that is due has waited at least since then. Each part names
 * the state, so that finished messages need not be read.
 */
const countPending = prepared<Queue, Pending>((_db, param) => {
  const isOfQueue = sql`${isOfChannel(param('channel'))} and priority = ${param('priority')}`;
  return sql<Pending>`
    with waiting as materialized (
      select id, next_attempt_at from delivery
      where state = 'pending' and ${isOfQueue}
      order by next_attempt_at limit ${sql.lit(MOST_COUNTED)}
    ),
    unfinished as (
      select ${WAITS_SINCE} as since from delivery
      where state = 'pending' and id in (select id from waiting order by id limit ${sql.lit(MOST_EXAMINED)})
      union all
      select ${WAITS_SINCE} from delivery where state = 'sending' and ${isOfQueue}
    )
    select count(*) as messages, min(next_attempt_at) as oldest_due, (select min(since) from unfinished) as oldest
    from waiting`;
});

type Held = { channel: string; priority: number; reason: string; messages: number };

/**
 * The newest ones of each priority and reason separately: each has its own limit, so that many messages of one hide none of
 * another. A stranger can have any number held as `unconfirmed`.
 */
const countHeld = prepared<{ since: string }, Held>((_db, param) => {
  const newest = PRIORITIES.keys().flatMap((priority) =>
    HELD_REASONS.map(
      (reason) => sql`
        select * from (
          select channel, priority, held_for from delivery
          where state = 'held' and priority = ${sql.lit(priority)} and held_for = ${sql.lit(reason)}
            and created_at > ${param('since')}
          order by created_at desc limit ${sql.lit(MOST_HELD)}
        ) as ${sql.id(`${reason}_${priority}`)}`,
    ),
  );
  return sql<Held>`
    select channel, priority, held_for as reason, count(*) as messages
    from (${sql.join([...newest], sql` union all `)}) as newest
    group by channel, priority, held_for`;
});

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
    for (const value of [0, 1]) {
      const [row] = await countPending(db, { channel, priority: value });
      const oldestDueSeconds = secondsSince(row?.oldest_due ?? null, now);
      const oldestSeconds = Math.max(oldestDueSeconds, secondsSince(row?.oldest ?? null, now));
      pending.push({
        channel,
        priority: priorityLabel(value),
        messages: row?.messages ?? 0,
        oldestDueSeconds,
        oldestSeconds,
      });
    }
  }
  const [steps] = await countLateSteps(db, {
    before: new Date(now.getTime() - LATE_SECONDS * 1000).toISOString(),
  });
  const [incidents] = await countOpen(db, {});
  return {
    pending,
    held: await readHeld(db, now),
    openIncidents: incidents?.open ?? 0,
    lateSteps: steps?.late ?? 0,
    latestStepSeconds: secondsSince(steps?.first ?? null, now),
    usedIds: await readUsedIds(db),
  };
}

async function readHeld(db: Db, now: Date): Promise<Figures['held']> {
  const since = new Date(now.getTime() - HELD_WITHIN).toISOString();
  const rows = await countHeld(db, { since });
  const counts = new Map(
    rows.map(({ channel, priority, reason, messages }) => [
      `${channel} ${priorityLabel(priority)} ${reason}`,
      messages,
    ]),
  );
  return CHANNELS.flatMap((channel) =>
    PRIORITIES.flatMap((priority) =>
      HELD_REASONS.map((reason) => ({
        channel,
        priority,
        reason,
        messages: counts.get(`${channel} ${priority} ${reason}`) ?? 0,
      })),
    ),
  );
}

function secondsSince(at: string | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
}
