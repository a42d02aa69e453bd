import type { ClaimedMessage } from '../queue/claim.ts';
import type { Underway } from './lane-health.ts';
import type { Result } from '../queue/record-results.ts';

/** A message that this worker holds: waiting for a place, on its way, or with a result that is not recorded yet. */
export type Holding = {
  message: ClaimedMessage;
  /** Milliseconds since 1970. */
  leaseUntil: number;
  result: Result | null;
  abort: AbortController;
  /** Null: it waits for a place. */
  left: Left | null;
};

/** When a message left, in milliseconds since 1970, and whether on a connection apart. */
export type Left = { since: number; apart: boolean };

/**
 * What one worker holds of one channel and knows no result of, in the order in which it came. Kept in parts, as each
 * result looks for what leaves next.
 */
export class Line {
  readonly #urgent = new Set<Holding>();
  readonly #ordinary = new Set<Holding>();
  readonly #onTheirWay = new Set<Holding>();

  get isEmpty(): boolean {
    return this.#urgent.size + this.#ordinary.size + this.#onTheirWay.size === 0;
  }

  /** What is on its way. */
  onTheirWay(): Underway[] {
    return [...this.#onTheirWay].map(underway);
  }

  /** What is on its way, and what waits for a place. */
  underway(): Underway[] {
    return [...this.#urgent, ...this.#ordinary, ...this.#onTheirWay].map(underway);
  }

  /** What leaves next of what may: emergencies first, then as it was claimed. A lane is asked about once. */
  next(may: (next: { lane: string; urgent: boolean }) => boolean): Holding | undefined {
    const first = (waiting: Set<Holding>, urgent: boolean) => {
      const refused = new Set<string>();
      for (const holding of waiting) {
        const { lane } = holding.message;
        if (refused.has(lane)) continue;
        if (may({ lane, urgent })) return holding;
        refused.add(lane);
      }
      return undefined;
    };
    return first(this.#urgent, true) ?? first(this.#ordinary, false);
  }

  /** It waits for a place. */
  add(holding: Holding): void {
    (holding.message.priority === 0 ? this.#urgent : this.#ordinary).add(holding);
  }

  /** It has a place. */
  leaves(holding: Holding, left: Left): void {
    this.remove(holding);
    holding.left = left;
    this.#onTheirWay.add(holding);
  }

  /** It has a result, or is held no longer. */
  remove(holding: Holding): void {
    for (const part of [this.#urgent, this.#ordinary, this.#onTheirWay]) part.delete(holding);
  }
}

function underway({ message: { lane, priority }, left }: Holding): Underway {
  return { lane, since: left?.since ?? null, urgent: priority === 0, apart: left?.apart ?? false };
}
