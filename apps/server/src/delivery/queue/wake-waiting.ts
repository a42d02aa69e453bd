import type { Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** How many messages one success wakes; their own successes wake the next ones. */
const STEP = 500;
/** Milliseconds. A message that fails within it after it was woken was woken in vain: longer than any attempt. */
const WOKEN = 150_000;
/** Milliseconds for each attempt so far. */
const PAUSE = 10_000;

// Written so that SQLite uses the index of messages that can be woken, and not the one of all pending ones.
const wake = prepared<{ channel: Channel; now: string; wokenUntil: string }, { id: number }>((db, param) => {
  const locking = dialectOf(db).lock('update skip locked');
  return sql<{ id: number }>`
    with waiting as materialized (
      select id from delivery
      where channel = ${param('channel')} and wakeable_at <= ${param('now')} and state || '' = 'pending'
        and next_attempt_at > ${param('now')}
      order by priority, next_attempt_at, id limit ${sql.lit(STEP)} ${locking}
    )
    update delivery set next_attempt_at = ${param('now')}, wakeable_at = ${param('wokenUntil')}
    where id in (select id from waiting)
    returning id`;
});

/**
 * A message of the channel was sent at `at`, so the provider can be reached: messages whose last attempt did not reach
 * it are due now, emergencies first. Those that wait for another reason keep waiting. Where no message waits, this is
 * one look into an empty index.
 */
export async function wakeWaiting(tx: Db, channel: Channel, at: Date): Promise<void> {
  const wokenUntil = new Date(at.getTime() + WOKEN).toISOString();
  await wake(tx, { channel, now: at.toISOString(), wokenUntil });
}

/**
 * From when a message can be woken whose attempt ended at `ended` without reaching the provider; and from when, if it
 * had been woken for that attempt. So a provider that fails now and then gets fewer and fewer attempts of a message.
 */
export function wakeableFrom(ended: Date, attempts: number) {
  return {
    wakeable_at: ended.toISOString(),
    wakeable_again_at: new Date(ended.getTime() + PAUSE * attempts).toISOString(),
  };
}
