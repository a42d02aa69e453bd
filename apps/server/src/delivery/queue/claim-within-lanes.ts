import type { Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import {
  claimDue,
  inSendingOrder,
  untilNow,
  type ClaimCapacity,
  type ClaimedMessage,
  type LaneCapacities,
  type Window,
} from './claim.ts';
import { claimByLanes, type LaneScan } from './lane-scan.ts';
import { withTexts } from './message-text.ts';
import { isOfChannel } from './of-channel.ts';

/** How many of the messages that are due first a claim reads next to full lanes, for each priority. */
const WINDOW = 250;

const URGENT = 0;
const ORDINARY = 1;

type End = { priority: number; at: string; id: number };

/** The last message of the window; no row where fewer messages are due. */
const findEnds = prepared<{ channel: Channel; now: string }, End>((_db, param) => {
  const end = (priority: number) => sql`
    select * from (
      select priority, next_attempt_at as at, id from delivery
      where state = 'pending' and ${isOfChannel(param('channel'))} and priority = ${sql.lit(priority)}
        and next_attempt_at <= ${param('now')}
      order by next_attempt_at, id limit 1 offset ${sql.lit(WINDOW - 1)}
    ) as ${sql.id(`end_${priority}`)}`;
  return sql<End>`${end(URGENT)} union all ${end(ORDINARY)}`;
});

/** What one worker has looked at in a channel. */
export type LaneScans = Readonly<Record<typeof URGENT | typeof ORDINARY, LaneScan>>;

export function laneScans(channel: Channel): LaneScans {
  const start = (priority: number) => ({ channel, priority, from: '' });
  return { [URGENT]: start(URGENT), [ORDINARY]: start(ORDINARY) };
}

/** `isPartial`: there may be further messages that this claim has not looked at. */
export type LaneClaim = { messages: ClaimedMessage[]; isPartial: boolean };

/**
 * Claims like `claim` within the capacities of lanes, at a cost that does not depend on how many messages wait for full
 * lanes. It reads the messages that are due first. Where all of them wait for full lanes, it looks at each lane instead.
 */
export async function claimWithinLanes(
  db: Db,
  channel: Channel,
  capacity: ClaimCapacity,
  now: Date,
  leaseUntil: Date,
  capacities: LaneCapacities,
  scans: LaneScans,
): Promise<LaneClaim> {
  const { usual, lanes } = capacities;
  const claimRows = (window?: Window) => claimDue(db, channel, capacity, now, leaseUntil, capacities, window);
  if (lanes.every(({ free, urgent }) => free > 0 && urgent > 0))
    return { messages: await withTexts(db, await claimRows()), isPartial: false };
  const ends = await findEnds(db, { channel, now: now.toISOString() });
  const endOf = (priority: number) => ends.find((end) => end.priority === priority);
  const claimed = await claimRows({
    urgent: endOf(URGENT) ?? untilNow(now),
    ordinary: endOf(ORDINARY) ?? untilNow(now),
  });
  let isPartial = ends.length > 0 && claimed.length > 0;
  for (const priority of [URGENT, ORDINARY] as const) {
    const left = capacity.all - claimed.length;
    const all = priority === URGENT ? left : Math.min(left, capacity.ordinary);
    const isFound = claimed.some((message) => message.priority === priority);
    if (!endOf(priority) || isFound || all <= 0) continue;
    const places = new Map(
      lanes.map(({ lane, free, urgent }) => [lane, priority === URGENT ? urgent : free]),
    );
    const mostOf = (lane: string) => places.get(lane) ?? usual;
    const scan = await claimByLanes(db, scans[priority], { all, usual, mostOf, now, leaseUntil });
    claimed.push(...scan.claimed);
    isPartial ||= scan.isPartial;
  }
  return { messages: await withTexts(db, inSendingOrder(claimed)), isPartial };
}
