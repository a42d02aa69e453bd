import type { LaneCapacity } from '../queue/claim.ts';

/** A longer attempt makes its lane slow, in milliseconds. */
const SLOW_AFTER_MS = 3000;
/** How long a lane stays unhealthy after its last slow or broken attempt, unless a healthy attempt resets it. */
const UNHEALTHY_MS = 600_000;
/** With a lower concurrency, lanes have no limits. */
const MIN_SHARED_CONCURRENCY = 4;
const UNHEALTHY_LANE_SLOTS = 1;

/**
 * A message in flight, or waiting for a slot (`since` is null): its lane, when it was dispatched, in milliseconds since
 * 1970, whether it is an emergency, and whether it was sent on a separate connection.
 */
export type LaneUse = { lane: string; since: number | null; urgent: boolean; isIsolated: boolean };

/**
 * A circuit breaker with a bulkhead for lanes. A lane gets at most half of all slots, and an unhealthy lane (slow, or
 * breaking connections) a single slot: a host that needs minutes for each message delays only its own messages.
 * Emergencies of a lane are counted separately: at most half of all slots, and a quarter in a slow lane. They wait only
 * for emergencies to the same host.
 */
export class LaneHealth {
  readonly #slowUntil = new Map<string, number>();
  readonly #breaksUntil = new Map<string, number>();

  /** Records an attempt in `lane` that ended at `now` after `ms`, and whether it broke its connection. */
  recordAttempt(
    lane: string,
    { ms, brokeConnection }: { ms: number; brokeConnection: boolean },
    now: number,
  ): void {
    if (ms > SLOW_AFTER_MS) this.#slowUntil.set(lane, now + UNHEALTHY_MS);
    else this.#slowUntil.delete(lane);
    if (brokeConnection) this.#breaksUntil.set(lane, now + UNHEALTHY_MS);
    else this.#breaksUntil.delete(lane);
  }

  /** Whether a lane was slow at the last check. */
  isSlow(lane: string): boolean {
    return this.#slowUntil.has(lane);
  }

  /**
   * Whether ordinary messages of the lane are sent on separate connections, because they may break a shared connection.
   * False for a slow lane, which would delay the other isolated messages.
   */
  isIsolated(lane: string): boolean {
    return this.#breaksUntil.has(lane) && !this.#slowUntil.has(lane);
  }

  /**
   * How many more messages each lane may have in flight, and `usual` for all other lanes; null where the concurrency is
   * too low for limits.
   */
  capacities(
    concurrency: number,
    uses: readonly LaneUse[],
    now: number,
  ): { usual: number; lanes: LaneCapacity[] } | null {
    if (concurrency < MIN_SHARED_CONCURRENCY) return null;
    const usual = Math.floor(concurrency / 2);
    const urgentOfSlow = Math.floor(concurrency / 4);
    const used = new Map<string, { all: number; urgent: number }>();
    for (const { lane, since, urgent } of uses) {
      const before = used.get(lane) ?? { all: 0, urgent: 0 };
      used.set(lane, { all: before.all + 1, urgent: before.urgent + (urgent ? 1 : 0) });
      if (since !== null && now - since > SLOW_AFTER_MS) this.#slowUntil.set(lane, now + UNHEALTHY_MS);
    }
    for (const unhealthy of [this.#slowUntil, this.#breaksUntil]) {
      for (const [lane, until] of unhealthy) {
        if (until <= now) unhealthy.delete(lane);
        else if (!used.has(lane)) used.set(lane, { all: 0, urgent: 0 });
      }
    }
    const lanes = [...used].map(([lane, slots]) => {
      const isSlow = this.#slowUntil.has(lane);
      const isUnhealthy = isSlow || this.#breaksUntil.has(lane);
      return {
        lane,
        free: Math.max(0, (isUnhealthy ? UNHEALTHY_LANE_SLOTS : usual) - slots.all),
        urgent: Math.max(0, (isSlow ? urgentOfSlow : usual) - slots.urgent),
      };
    });
    return { usual, lanes };
  }
}
