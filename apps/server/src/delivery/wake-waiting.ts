import type { Channel } from '@callpoint/alerts/messages';
import { sql } from 'kysely';
import { databaseKind } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/** How many messages one success wakes; their own successes wake the next ones. */
const STEP = 500;
/** Milliseconds: a message is not woken more often, so that a server that fails now and then is not flooded. */
const WAKE_INTERVAL = 10_000;

// Written so that SQLite uses the index of what can be woken, and not the one of all that is pending.
const wake = prepared<{ channel: Channel; now: string; again: string }, { id: number }>((db, param) => {
  const locking = databaseKind(db) === 'postgres' ? sql`for update skip locked` : sql``;
  return sql<{ id: number }>`
    with waiting as materialized (
      select id from delivery
      where channel = ${param('channel')} and wakeable_at <= ${param('now')} and state || '' = 'pending'
        and next_attempt_at > ${param('now')}
      order by priority, next_attempt_at, id limit ${sql.lit(STEP)} ${locking}
    )
    update delivery set next_attempt_at = ${param('now')}, wakeable_at = ${param('again')}
    where id in (select id from waiting)
    returning id`;
});

/**
 * A message of the channel was sent at `at`, so the provider can be reached: messages whose last attempt did not reach
 * it are due now, emergencies first. Those that wait for another reason keep waiting. Where no message waits, this is
 * one look into an empty index.
 */
export async function wakeWaiting(tx: Db, channel: Channel, at: Date): Promise<void> {
  const again = new Date(at.getTime() + WAKE_INTERVAL).toISOString();
  await wake(tx, { channel, now: at.toISOString(), again });
}
