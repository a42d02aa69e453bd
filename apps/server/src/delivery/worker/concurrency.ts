import type { Room } from '../queue/claim.ts';
import type { Sender } from '../channels/channel.ts';
import type { Underway } from './lane-health.ts';

/** Of a sender with room for `from` or more at once, `places` are kept free for emergencies. */
const RESERVED = { from: 4, places: 2 };
/**
 * A worker holds so many times as many messages as can be on their way at once: the others wait for a place, or for
 * the database to record their results, so that neither waits for the other.
 */
const HELD = 15;

/**
 * How many further messages a worker may claim that holds `held`. What waits for the database counts too: were no
 * result ever recorded, sending would end.
 */
export function roomToHold({ atOnce }: Sender, held: number): Room {
  const all = (atOnce >= RESERVED.from ? HELD * atOnce : atOnce) - held;
  return { all, ordinary: Math.max(0, all - reserved(atOnce)) };
}

/**
 * Whether a message may leave beside those that are `onTheirWay`. The reserved places are for emergencies, and the last
 * of all for lanes by which nothing is on its way: hosts that stop answering together, before anybody can know that
 * they are slow, leave a place for the next one. Slow lanes together take half of all places, and never all that
 * ordinary messages have; their emergencies do not wait for what is ordinary there. What leaves apart has places of its
 * own.
 * @param isSlow null where lanes do not matter
 */
export function mayLeave(
  { atOnce, apart: placesApart = 0 }: Sender,
  onTheirWay: readonly Underway[],
  { lane, urgent, apart }: Omit<Underway, 'since'>,
  isSlow: ((lane: string) => boolean) | null,
): boolean {
  const beside = onTheirWay.filter((other) => other.apart === apart);
  if (apart) return beside.length < placesApart;
  const kept = reserved(atOnce);
  const free = atOnce - beside.length;
  if (free <= (urgent ? 0 : kept)) return false;
  if (isSlow === null || kept === 0) return true;
  if (free <= kept && beside.some((other) => other.lane === lane && other.urgent)) return false;
  if (!isSlow(lane)) return true;
  const half = Math.floor(atOnce / 2);
  const slow = beside.filter((other) => isSlow(other.lane));
  if (slow.length < (urgent ? half : Math.min(half, atOnce - kept - 1))) return true;
  return urgent && free > kept && slow.filter((other) => other.urgent).length < half;
}

function reserved(atOnce: number): number {
  return atOnce >= RESERVED.from ? RESERVED.places : 0;
}
