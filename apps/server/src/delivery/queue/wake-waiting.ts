import type { Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { isOfChannel } from './of-channel.ts';

/** How many messages of each priority one success wakes. Their own successes wake further messages. */
const STEP = 500;
/** If a woken message fails within this time, in milliseconds, the wake-up was unnecessary. Longer than any attempt. */
const WOKEN_MS = 150_000;
/** The pause after an unnecessary wake-up, in milliseconds for each attempt so far. */
const PAUSE_MS = 10_000;

// `|| ''` makes SQLite use the index of messages that can be woken instead of the index of all pending messages. One scan for
// each priority: messages that are due are never read, however many wait for a full lane.
const wake = prepared<{ channel: Channel; now: string; wokenUntil: string }, { id: number }>((db, param) => {
  const locking = getDialect(db).lock('update skip locked');
  const waiting = (priority: number) => sql`
    select id from delivery
    where ${isOfChannel(param('channel'))} and priority = ${sql.lit(priority)} and wakeable_at <= ${param('now')}
      and state || '' = 'pending' and next_attempt_at > ${param('now')}
    order by next_attempt_at, id limit ${sql.lit(STEP)} ${locking}`;
  return sql<{ id: number }>`
    with urgent as materialized (${waiting(0)}), ordinary as materialized (${waiting(1)})
    update delivery set next_attempt_at = ${param('now')}, wakeable_at = ${param('wokenUntil')}
    where id in (select id from urgent union all select id from ordinary)
    returning id`;
});

/**
 * Makes the messages whose last attempt did not reach the provider due immediately, emergencies first. Call it when a
 * message of the channel was sent at `at`, which shows that the provider can be reached. Messages that wait for another
 * reason keep waiting. Where no message waits, it reads an empty index.
 */
export async function wakeWaitingMessages(tx: Db, channel: Channel, at: Date): Promise<void> {
  const wokenUntil = new Date(at.getTime() + WOKEN_MS).toISOString();
  await wake(tx, { channel, now: at.toISOString(), wokenUntil });
}

/**
 * When a message can be woken after an attempt that ended at `endedAt` without reaching the provider (`wakeable_at`),
 * or, if that attempt followed a wake-up, `wakeable_again_at`: the pause grows, so that an unreliable provider gets
 * fewer attempts.
 */
export function computeWakeTimes(endedAt: Date, attempts: number) {
  return {
    wakeable_at: endedAt.toISOString(),
    wakeable_again_at: new Date(endedAt.getTime() + PAUSE_MS * attempts).toISOString(),
  };
}
