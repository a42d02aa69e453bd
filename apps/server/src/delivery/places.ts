import type { Room } from './claim.ts';
import type { Sender } from './sender.ts';

/** Of a sender with room for `from` or more at once, `places` are kept free for emergencies. */
const RESERVED = { from: 4, places: 2 };
/**
 * A worker holds so many times as many messages as can be on their way at once: the others wait for a place, or for
 * the database to record their results, so that neither waits for the other.
 */
const HELD = 3;

/**
 * How many further messages a worker may claim that holds `held`. What waits for the database counts too: were no
 * result ever recorded, sending would end.
 */
export function roomToHold({ atOnce }: Sender, held: number): Room {
  const all = (atOnce >= RESERVED.from ? HELD * atOnce : atOnce) - held;
  return { all, ordinary: Math.max(0, all - reserved(atOnce)) };
}

/** Whether another message may leave beside `onTheirWay` others. */
export function hasPlace({ atOnce }: Sender, onTheirWay: number, isEmergency: boolean): boolean {
  return onTheirWay < (isEmergency ? atOnce : atOnce - reserved(atOnce));
}

function reserved(atOnce: number): number {
  return atOnce >= RESERVED.from ? RESERVED.places : 0;
}
