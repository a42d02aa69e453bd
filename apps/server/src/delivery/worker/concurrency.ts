import type { ChannelAdapter } from '../channels/channel.ts';
import type { ClaimCapacity } from '../queue/claim.ts';
import type { LaneUse } from './lane-health.ts';

/** With a concurrency of `from` or more, `slots` are reserved for emergencies. */
const RESERVED = { from: 4, slots: 2 };
/**
 * A worker claims this many times as many messages as can be in flight: the others wait for a slot, or for the database
 * to record their results, so that neither waits for the other.
 */
const PREFETCH = 15;

/**
 * How many more messages a worker may claim that has `claimed` ones. Messages whose result is not recorded yet count
 * too: if no result were ever recorded, sending would stop.
 */
export function prefetchCapacity({ concurrency }: ChannelAdapter, claimed: number): ClaimCapacity {
  const all = (concurrency >= RESERVED.from ? PREFETCH * concurrency : concurrency) - claimed;
  return { all, ordinary: Math.max(0, all - reserved(concurrency)) };
}

/**
 * Whether a message may be dispatched in addition to those `inFlight`. The reserved slots are for emergencies, and the
 * last of all for lanes with nothing in flight: when hosts stop responding at the same time, before they are known to be
 * slow, a slot is left for the next one. Slow lanes together get half of all slots, and never all of the ordinary ones;
 * their emergencies do not wait for their ordinary messages. Isolated messages have slots of their own.
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
  const kept = reserved(concurrency);
  const free = concurrency - others.length;
  if (free <= (urgent ? 0 : kept)) return false;
  if (isSlow === null || kept === 0) return true;
  if (free <= kept && others.some((other) => other.lane === lane && other.urgent)) return false;
  if (!isSlow(lane)) return true;
  const half = Math.floor(concurrency / 2);
  const slow = others.filter((other) => isSlow(other.lane));
  if (slow.length < (urgent ? half : Math.min(half, concurrency - kept - 1))) return true;
  return urgent && free > kept && slow.filter((other) => other.urgent).length < half;
}

function reserved(concurrency: number): number {
  return concurrency >= RESERVED.from ? RESERVED.slots : 0;
}
