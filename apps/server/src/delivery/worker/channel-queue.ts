import type { ClaimedMessage } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/record-results.ts';
import type { LaneUse } from './lane-health.ts';

/** A message that this worker has claimed: waiting for a slot, in flight, or with a result that is not recorded yet. */
export type ClaimedEntry = {
  message: ClaimedMessage;
  /** Milliseconds since 1970. */
  leaseUntil: number;
  result: AttemptResult | null;
  abort: AbortController;
  /** Null: it waits for a slot. */
  dispatched: Dispatched | null;
};

/** When a message was dispatched, in milliseconds since 1970, and whether on a separate connection. */
export type Dispatched = { since: number; isIsolated: boolean };

/**
 * The claimed messages of one channel that have no result yet, in the order of their claims. They are stored in three
 * sets, so that the next message is found quickly after each result.
 */
export class ChannelQueue {
  readonly #urgent = new Set<ClaimedEntry>();
  readonly #ordinary = new Set<ClaimedEntry>();
  readonly #inFlight = new Set<ClaimedEntry>();

  get isEmpty(): boolean {
    return this.#urgent.size + this.#ordinary.size + this.#inFlight.size === 0;
  }

  /** The messages in flight. */
  inFlight(): LaneUse[] {
    return [...this.#inFlight].map(laneUseOf);
  }

  /** The messages in flight and those that wait for a slot. */
  laneUses(): LaneUse[] {
    return [...this.#urgent, ...this.#ordinary, ...this.#inFlight].map(laneUseOf);
  }

  /** The next message that `canSend` allows: emergencies first, then in the order of claims. Checks each lane once. */
  next(canSend: (next: { lane: string; urgent: boolean }) => boolean): ClaimedEntry | undefined {
    const first = (waiting: Set<ClaimedEntry>, urgent: boolean) => {
      const rejected = new Set<string>();
      for (const entry of waiting) {
        const { lane } = entry.message;
        if (rejected.has(lane)) continue;
        if (canSend({ lane, urgent })) return entry;
        rejected.add(lane);
      }
      return undefined;
    };
    return first(this.#urgent, true) ?? first(this.#ordinary, false);
  }

  /** Adds a message that waits for a slot. */
  add(entry: ClaimedEntry): void {
    (entry.message.priority === 0 ? this.#urgent : this.#ordinary).add(entry);
  }

  /** Call it when the message gets a slot. */
  markDispatched(entry: ClaimedEntry, dispatched: Dispatched): void {
    this.remove(entry);
    entry.dispatched = dispatched;
    this.#inFlight.add(entry);
  }

  /** Call it when the message has a result, or is no longer claimed. */
  remove(entry: ClaimedEntry): void {
    for (const part of [this.#urgent, this.#ordinary, this.#inFlight]) part.delete(entry);
  }
}

function laneUseOf({ message: { lane, priority }, dispatched }: ClaimedEntry): LaneUse {
  const { since = null, isIsolated = false } = dispatched ?? {};
  return { lane, since, urgent: priority === 0, isIsolated };
}
