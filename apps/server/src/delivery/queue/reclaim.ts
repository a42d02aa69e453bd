import { sql } from 'kysely';
import type { Channel } from '@callpoint/contract/channels/channels';
import { getDialect, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { CLAIMED_COLUMNS, type ClaimedRow } from './claim.ts';
import { NOT_WAKEABLE, recordResults } from './record-results.ts';
import { nextStateAfterLost } from './next-state.ts';
import type { MessageState } from '@callpoint/contract/deliveries';
import { isOfChannel } from './of-channel.ts';

/** Messages of one step; the next step follows a second later. */
const STEP = 500;

export type StateChange = { message: ClaimedRow; state: MessageState };

type Lost = ClaimedRow & { lost_before: number };

const findExpired = prepared<{ now: string }, Lost>((db, param) => {
  const columns = sql.join(CLAIMED_COLUMNS.map((name) => sql.ref(`delivery.${name}`)));
  return sql<Lost>`select ${columns}, (
      select count(*) from delivery_attempt where delivery_id = delivery.id and outcome = 'lost'
    ) as lost_before
    from delivery where state = 'sending' and lease_until <= ${param('now')}
    order by lease_until limit ${sql.lit(STEP)}
    ${getDialect(db).lock('update skip locked')}`;
});

/**
 * Reclaims messages whose lease has expired: the attempt is recorded as lost, and they are due again immediately.
 * From then on the former worker can no longer record a result for them.
 */
export async function reclaimExpired(db: Db, now: Date, random: () => number): Promise<StateChange[]> {
  const at = now.toISOString();
  // First a query outside of a transaction: it usually finds nothing, and a transaction would lock SQLite.
  if ((await findExpired(db, { now: at })).length === 0) return [];
  return await db.transaction().execute(async (tx) => {
    const lost = await findExpired(tx, { now: at });
    const results = lost.map((message) => ({
      id: message.id,
      fence: message.fence,
      message_key: message.message_key,
      channel: message.channel,
      address: message.address,
      at,
      endedAt: at,
      ...NOT_WAKEABLE,
      ms: 0,
      outcome: 'lost' as const,
      fault: 'lost' as const,
      provider_id: null,
      provider_text: null,
      error_text: null,
      ...nextStateAfterLost(message, message.lost_before, now, random),
    }));
    await recordResults(tx, results);
    return lost.map((message, index) => ({ message, state: results[index]?.state ?? 'pending' }));
  });
}

const holdPending = prepared<{ channel: Channel }, ClaimedRow>((db, param) => {
  const locking = getDialect(db).lock('update skip locked');
  return sql<ClaimedRow>`
    with waiting as materialized (
      select id from delivery where state = 'pending' and ${isOfChannel(param('channel'))}
      order by priority, next_attempt_at, id limit ${sql.lit(STEP)} ${locking}
    )
    update delivery set state = 'held', held_for = 'channel', reason = null,
      reason_code = 'not-configured', reason_params = null, next_attempt_at = null
    where id in (select id from waiting)
    returning ${sql.join(CLAIMED_COLUMNS.map((name) => sql.ref(name)))}`;
});

/** In the order of an index: without it, PostgreSQL may read all messages of the other channels. */
const anyPending = prepared<{ channel: Channel }, { one: number }>(
  (_db, param) => sql<{ one: number }>`
    select 1 as one from delivery where state = 'pending' and ${isOfChannel(param('channel'))}
    order by priority, next_attempt_at, id limit 1`,
);

const HELD_COLUMNS: JsonColumns = { id: 'integer', at: 'timestamptz' };
const addHeldAttempts = prepared<{ held: string }, never>(
  (db, param) => sql<never>`
    insert into delivery_attempt (delivery_id, at, ms, outcome, detail)
    select id, at, 0, 'held', '' from ${getDialect(db).jsonRows(param('held'), 'held', HELD_COLUMNS)}`,
);

/**
 * Changes the pending messages of an unconfigured channel to `held`. Adds an attempt to each, because the watchdog finds
 * unsent messages by their newest attempts.
 */
export async function holdUnconfigured(db: Db, channel: Channel, now: Date): Promise<StateChange[]> {
  // As above: the query usually finds nothing.
  if ((await anyPending(db, { channel })).length === 0) return [];
  const at = now.toISOString();
  return await db.transaction().execute(async (tx) => {
    const held = await holdPending(tx, { channel });
    await addHeldAttempts(tx, { held: JSON.stringify(held.map(({ id }) => ({ id, at }))) });
    return held.map((message) => ({ message, state: 'held' }));
  });
}
