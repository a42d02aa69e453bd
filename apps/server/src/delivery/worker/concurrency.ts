import type { ChannelAdapter } from '../channels/channel.ts';
import type { ClaimCapacity } from '../queue/claim.ts';
import type { LaneUse } from './lane-health.ts';

/** With a concurrency of `from` or more, `slots` are reserved for emergencies. */
const RESERVED = { from: 4, slots: 2 };
/**
 * Claimed messages for each message in flight. The other messages wait for a slot or for their results to be recorded,
 * so that sending and the database do not wait for each other.
 */
const PREFETCH = 15;

/**
 * How many more messages a worker may claim when it has `claimed` messages. Messages without a recorded result count, so
 * that sending stops while the database records no results.
 */
export function prefetchCapacity({ concurrency }: ChannelAdapter, claimed: number): ClaimCapacity {
  const all = (concurrency >= RESERVED.from ? PREFETCH * concurrency : concurrency) - claimed;
  return { all, ordinary: Math.max(0, all - reserved(concurrency)) };
}

/**
 * Whether a message may be dispatched in addition to the messages `inFlight`.
 * - The reserved slots are for emergencies of lanes without another emergency in flight: when several hosts stop
 *   responding at the same time, before they are known to be slow, another host still gets a slot.
 * - Slow lanes together get half of all slots, and never all ordinary slots. Their emergencies do not wait for their
 *   ordinary messages.
 * - Isolated messages have separate slots.
 * @param isSlow null where the channel has a single lane
 */
export function mayDispatch(
  { concurrency, isolatedConcurrency = 0 }: ChannelAdapter,
  inFlight: readonly LaneUse[],
  { lane, urgent, isIsolated }: Omit<LaneUse, 'since'>,
  isSlow: ((lane: string) => boolean) | null,
): boolean {
  const others = inFlight.filter((other) => other.isIsolated === isIsolated);
  if (isIsolated) return others.length < isolatedConcurrency;
  const reservedSlots = reserved(concurrency);
  const free = concurrency - others.length;
  if (free <= (urgent ? 0 : reservedSlots)) return false;
  if (isSlow === null || reservedSlots === 0) return true;
  if (free <= reservedSlots && others.some((other) => other.lane === lane && other.urgent)) return false;
  if (!isSlow(lane)) return true;
  const half = Math.floor(concurrency / 2);
  const slow = others.filter((other) => isSlow(other.lane));
  if (slow.length < (urgent ? half : Math.min(half, concurrency - reservedSlots - 1))) return true;
  return urgent && free > reservedSlots && slow.filter((other) => other.urgent).length < half;
}

function reserved(concurrency: number): number {
  return concurrency >= RESERVED.from ? RESERVED.slots : 0;
}
