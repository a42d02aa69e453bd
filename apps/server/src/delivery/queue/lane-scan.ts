import type { Channel } from '@callpoint/contract/channels/channels';
import { sql, type RawBuilder } from 'kysely';
import { getDialect, type JsonColumns } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { claimChosen, compareTimes, type Claimed } from './claim.ts';
import { isOfChannel } from './of-channel.ts';

/** How many lanes one claim looks at. The next claim continues after them. */
const LANES = 200;

/** How many messages of a lane may be claimed. */
type WantedLane = { lane: string; most: number };

type LaneHead = { lane: string; due_at: string; id: number };

/** The condition of the index on lanes: with `|| ''` it differs from that of the index on times, so neither replaces the other. */
const PENDING = sql`state || '' = 'pending'`;

/** Lanes with pending messages, and when their first message is due: each is one step in the index, however many it has. */
const findLanes = prepared<{ channel: Channel; priority: number; from: string }, LaneHead>((_db, param) => {
  const first = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${columns} from delivery
    where ${PENDING} and ${isOfChannel(param('channel'))} and priority = ${param('priority')} and ${condition}
    order by lane, next_attempt_at, id limit 1`;
  return sql<LaneHead>`
    with recursive head as (
      select * from (${first(sql`lane, next_attempt_at as due_at, id, 1 as number`, sql`lane >= ${param('from')}`)}) as start
      union all
      select next.lane, next.next_attempt_at, next.id, head.number + 1
      from head join delivery as next on next.id = (${first(sql`id`, sql`lane > head.lane`)})
      where head.number < ${sql.lit(LANES)}
    )
    select lane, due_at, id from head`;
});

type ClaimParams = {
  channel: Channel;
  priority: number;
  now: string;
  leaseUntil: string;
  all: number;
  usual: number;
  lanes: string;
};

const WANTED_COLUMNS: JsonColumns = { lane: 'text', most: 'integer' };

const claimOfLanes = prepared<ClaimParams, Claimed>((db, param) => {
  const { jsonRows, joinEach, lock } = getDialect(db);
  const due = sql`
    select id from delivery
    where ${PENDING} and ${isOfChannel(param('channel'))} and priority = ${param('priority')} and lane = wanted.lane
      and next_attempt_at <= ${param('now')}
    order by next_attempt_at, id limit cast(${param('usual')} as bigint) ${lock('update skip locked')}`;
  return sql<Claimed>`
    with wanted as materialized (select * from ${jsonRows(param('lanes'), 'wanted_lane', WANTED_COLUMNS)}),
      ranked as materialized (
        select message.id, message.next_attempt_at, wanted.most,
          row_number() over (partition by message.lane order by message.next_attempt_at, message.id) as rank
        from wanted ${joinEach('delivery', 'message', due)}
      ),
      chosen as materialized (
        select id from ranked where rank <= most order by next_attempt_at, id limit cast(${param('all')} as bigint)
      )
    ${claimChosen(sql`select id from chosen`, param('leaseUntil'))}`;
});

/** The limits and times of a claim; `mostOf` returns how many messages of a lane may be claimed. */
type LaneClaim = {
  all: number;
  usual: number;
  mostOf: (lane: string) => number;
  now: Date;
  leaseUntil: Date;
};

/** Where the next claim of one priority of a channel continues, so that claims get to each lane, however many there are. */
export type LaneScan = { readonly channel: Channel; readonly priority: number; from: string };

/**
 * Claims due messages by their lanes, those that have waited longest first. Where `isPartial`, there are further lanes, at
 * which the next claim of the same scan continues.
 */
export async function claimByLanes(
  db: Db,
  scan: LaneScan,
  { all, usual, mostOf, now, leaseUntil }: LaneClaim,
): Promise<{ claimed: Claimed[]; isPartial: boolean }> {
  const at = now.toISOString();
  const { channel, priority, from } = scan;
  const heads = await findLanes(db, { channel, priority, from });
  const isPartial = heads.length === LANES;
  scan.from = isPartial ? (heads.at(-1)?.lane ?? '') : '';
  const wanted = heads
    .filter(({ due_at }) => due_at <= at)
    .toSorted((a, b) => compareTimes(a.due_at, b.due_at) || a.id - b.id)
    .map(({ lane }): WantedLane => ({ lane, most: mostOf(lane) }))
    .filter(({ most }) => most > 0)
    .slice(0, all);
  if (wanted.length === 0) return { claimed: [], isPartial };
  const lanes = JSON.stringify(wanted);
  const params = { channel, priority, now: at, leaseUntil: leaseUntil.toISOString(), all, usual, lanes };
  return { claimed: await claimOfLanes(db, params), isPartial };
}
