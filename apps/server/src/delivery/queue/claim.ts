import { sql } from 'kysely';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import { getDialect, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import type { MessageText, OutgoingMessage } from '../channels/channel.ts';
import { withTexts } from './message-text.ts';

/** A claimed message without its text, which messages may share. */
export type ClaimedRow = Omit<OutgoingMessage, keyof MessageText> &
  Pick<
    Row<'delivery'>,
    | 'fence'
    | 'text_id'
    | 'team_id'
    | 'button_click_id'
    | 'form_submission_id'
    | 'attempts'
    | 'lane'
    | 'created_at'
    | 'resent_at'
    | 'note'
    | 'responder_id'
  > & { channel: Channel; role: DeliveryRole };

/** A message that a worker has claimed: until its lease expires, and only while `fence` is the newest. */
export type ClaimedMessage = ClaimedRow & MessageText;

export const CLAIMED_COLUMNS = [
  'id',
  'fence',
  'team_id',
  'button_click_id',
  'form_submission_id',
  'channel',
  'role',
  'address',
  'text_id',
  'message_key',
  'priority',
  'attempts',
  'lane',
  'created_at',
  'resent_at',
  'note',
  'responder_id',
] as const satisfies (keyof ClaimedRow)[];

/** How many messages a worker can claim: in total, and at most how many of them may be ordinary. */
export type ClaimCapacity = { all: number; ordinary: number };

/** How many more messages of a lane may be claimed: ordinary ones (`free`) and emergencies (`urgent`) separately. */
export type LaneCapacity = { lane: string; free: number; urgent: number };
/** `usual`: the capacity of every other lane, for either kind. */
export type LaneCapacities = { usual: number; lanes: readonly LaneCapacity[] };

const NO_LANES: LaneCapacities = { usual: 1_000_000, lanes: [] };

type Params = {
  channel: Channel;
  now: string;
  leaseUntil: string;
  all: number;
  ordinary: number;
  usual: number;
  lanes: string;
};
type Claimed = ClaimedRow & { next_attempt_at: string };

const LANE_COLUMNS: JsonColumns = { lane: 'text', free: 'integer', urgent: 'integer' };

const claimDue = prepared<Params, Claimed>((db, param) => {
  const columns = sql.join([...CLAIMED_COLUMNS, 'next_attempt_at'].map((name) => sql.ref(name)));
  // Rows that another process is claiming right now are skipped.
  const locking = getDialect(db).lock('update skip locked');
  // One index scan for each priority: rows that are not due yet are never read.
  const due = (priority: number, limit: number, more = sql``) => sql`
    select id, priority, next_attempt_at, lane from delivery
    where state = 'pending' and channel = ${param('channel')} and priority = ${sql.lit(priority)}
      and next_attempt_at <= ${param('now')} ${more}
    order by next_attempt_at, id limit ${limit} ${locking}`;
  // Materialized: evaluated once, or the limits would not apply.
  return sql<Claimed>`
    with lanes as materialized (select * from ${getDialect(db).jsonRows(param('lanes'), 'lane_capacity', LANE_COLUMNS)}),
      urgent as materialized (${due(0, param('all'), sql`and lane not in (select lane from lanes where urgent = 0)`)}),
      ordinary as materialized (${due(1, param('ordinary'), sql`and lane not in (select lane from lanes where free = 0)`)}),
      found as materialized (select * from urgent union all select * from ordinary),
      ranked as materialized (
        select id, priority, next_attempt_at, lane,
          row_number() over (partition by priority, lane order by next_attempt_at, id) as rank
        from found
      ),
      chosen as materialized (
        select id from ranked left join lanes on lanes.lane = ranked.lane
        where rank <= coalesce(case when priority = 0 then lanes.urgent else lanes.free end, ${param('usual')})
        order by priority, next_attempt_at, id limit ${param('all')}
      )
    update delivery set state = 'sending', fence = fence + 1, lease_until = ${param('leaseUntil')}
    where id in (select id from chosen)
    returning ${columns}`;
});

/**
 * Claims due messages of a channel for this worker, from lanes with capacity: emergencies first, then the messages that
 * have waited longest. Returns them in the order in which to send them.
 */
export async function claim(
  db: Db,
  channel: Channel,
  capacity: ClaimCapacity,
  now: Date,
  leaseUntil: Date,
  { usual, lanes }: LaneCapacities = NO_LANES,
): Promise<ClaimedMessage[]> {
  const params = {
    channel,
    ...capacity,
    now: now.toISOString(),
    leaseUntil: leaseUntil.toISOString(),
    usual,
    lanes: JSON.stringify(lanes),
  };
  const claimed = await claimDue(db, params);
  const inOrder = claimed.toSorted(
    (a, b) => a.priority - b.priority || compare(a.next_attempt_at, b.next_attempt_at) || a.id - b.id,
  );
  return await withTexts(db, inOrder);
}

/** Compares ISO times as strings. */
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
