import { sql, type RawBuilder } from 'kysely';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import { getDialect, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import type { MessageText, OutgoingMessage } from '../channels/channel.ts';
import { withTexts } from './message-text.ts';
import { isOfChannel } from './of-channel.ts';

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

/** The last message that a claim may look at, in the order in which they are due. */
export type Until = { at: string; id: number };
/** Of emergencies, and of ordinary messages. */
export type Window = { urgent: Until; ordinary: Until };

/** Higher than any id. */
const LAST_ID = 2 ** 31 - 1;

/** Without an end: all messages that are due. */
export function untilNow(now: Date): Until {
  return { at: now.toISOString(), id: LAST_ID };
}

export type Claimed = ClaimedRow & { next_attempt_at: string };

type Params = {
  channel: Channel;
  urgentAt: string;
  urgentId: number;
  ordinaryAt: string;
  ordinaryId: number;
  leaseUntil: string;
  all: number;
  ordinary: number;
  usual: number;
  lanes: string;
};

const LANE_COLUMNS: JsonColumns = { lane: 'text', free: 'integer', urgent: 'integer' };

/** Claims the messages whose ids a query returns. */
export function claimChosen(ids: RawBuilder<unknown>, leaseUntil: unknown): RawBuilder<Claimed> {
  const columns = sql.join([...CLAIMED_COLUMNS, 'next_attempt_at'].map((name) => sql.ref(name)));
  return sql<Claimed>`
    update delivery set state = 'sending', fence = fence + 1, lease_until = ${leaseUntil}
    where id in (${ids})
    returning ${columns}`;
}

const claimWindow = prepared<Params, Claimed>((db, param) => {
  // Rows that another process is claiming right now are skipped.
  const locking = getDialect(db).lock('update skip locked');
  // One index scan for each priority: rows that are not due yet are never read.
  const due = (kind: 'urgent' | 'ordinary', limit: number, more = sql``) => sql`
    select id, priority, next_attempt_at, lane from delivery
    where state = 'pending' and ${isOfChannel(param('channel'))} and priority = ${sql.lit(kind === 'urgent' ? 0 : 1)}
      and (next_attempt_at, id) <= (${param(`${kind}At`)}, ${param(`${kind}Id`)}) ${more}
    order by next_attempt_at, id limit cast(${limit} as bigint) ${locking}`;
  // Materialized: evaluated once, or the limits would not apply.
  return sql<Claimed>`
    with lanes as materialized (select * from ${getDialect(db).jsonRows(param('lanes'), 'lane_capacity', LANE_COLUMNS)}),
      urgent as materialized (${due('urgent', param('all'), sql`and lane not in (select lane from lanes where urgent = 0)`)}),
      ordinary as materialized (${due('ordinary', param('ordinary'), sql`and lane not in (select lane from lanes where free = 0)`)}),
      found as materialized (select * from urgent union all select * from ordinary),
      ranked as materialized (
        select id, priority, next_attempt_at, lane,
          row_number() over (partition by priority, lane order by next_attempt_at, id) as rank
        from found
      ),
      chosen as materialized (
        select id from ranked left join lanes on lanes.lane = ranked.lane
        where rank <= coalesce(case when priority = 0 then lanes.urgent else lanes.free end, ${param('usual')})
        order by priority, next_attempt_at, id limit cast(${param('all')} as bigint)
      )
    ${claimChosen(sql`select id from chosen`, param('leaseUntil'))}`;
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
): Promise<ClaimedMessage[]> {
  return await withTexts(db, await claimDue(db, channel, capacity, now, leaseUntil));
}

/**
 * The same for messages without their texts, with limits for lanes, and for the messages of a window. It reads all of
 * them that wait for full lanes.
 */
export async function claimDue(
  db: Db,
  channel: Channel,
  capacity: ClaimCapacity,
  now: Date,
  leaseUntil: Date,
  { usual, lanes }: LaneCapacities = NO_LANES,
  { urgent, ordinary }: Window = { urgent: untilNow(now), ordinary: untilNow(now) },
): Promise<Claimed[]> {
  const claimed = await claimWindow(db, {
    channel,
    ...capacity,
    urgentAt: urgent.at,
    urgentId: urgent.id,
    ordinaryAt: ordinary.at,
    ordinaryId: ordinary.id,
    leaseUntil: leaseUntil.toISOString(),
    usual,
    lanes: JSON.stringify(lanes),
  });
  return inSendingOrder(claimed);
}

/** Emergencies first, then the messages that have waited longest. */
export function inSendingOrder(claimed: readonly Claimed[]): Claimed[] {
  return claimed.toSorted(
    (a, b) => a.priority - b.priority || compareTimes(a.next_attempt_at, b.next_attempt_at) || a.id - b.id,
  );
}

/** Compares ISO times as strings. */
export function compareTimes(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
