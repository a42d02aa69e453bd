import type { LaneRoom } from './claim.ts';

/** A message on its way for longer makes its lane a slow one, in milliseconds. */
const SLOW_AFTER_MS = 3000;
/** How long a lane stays slow after its last slow message, unless a quick one shows that it is over. */
const REMEMBERED_MS = 600_000;
/** With fewer places than this there is nothing to share. */
const SHARED_FROM = 4;
const PLACES_OF_SLOW = 1;

/**
 * A message on its way, or waiting for a place (`since` is null): its lane, when it left, in milliseconds since 1970,
 * and whether it is an emergency.
 */
export type Underway = { lane: string; since: number | null; urgent: boolean };

/**
 * Which lanes are slow, and how many places each may take: one lane never more than half, a slow one a single place.
 * So a host that takes minutes for each message keeps only its own messages waiting. Emergencies have places of
 * their own, as many again, and a quarter of all to a slow lane: they wait for nobody but emergencies to the same host.
 */
export class SlowLanes {
  readonly #slowUntil = new Map<string, number>();

  /** The attempt of a message of `lane` ended at `now` after `ms`. */
  ended(lane: string, ms: number, now: number): void {
    if (ms > SLOW_AFTER_MS) this.#slowUntil.set(lane, now + REMEMBERED_MS);
    else this.#slowUntil.delete(lane);
  }

  /** Whether a lane was slow when that was last looked at. */
  has(lane: string): boolean {
    return this.#slowUntil.has(lane);
  }

  /**
   * How many further messages each lane may have on its way, and `usual` for the lanes that are not named; null
   * where lanes do not matter.
   */
  room(
    atOnce: number,
    underway: readonly Underway[],
    now: number,
  ): { usual: number; lanes: LaneRoom[] } | null {
    if (atOnce < SHARED_FROM) return null;
    const usual = Math.floor(atOnce / 2);
    const urgentOfSlow = Math.floor(atOnce / 4);
    const busy = new Map<string, { all: number; urgent: number }>();
    for (const { lane, since, urgent } of underway) {
      const before = busy.get(lane) ?? { all: 0, urgent: 0 };
      busy.set(lane, { all: before.all + 1, urgent: before.urgent + (urgent ? 1 : 0) });
      if (since !== null && now - since > SLOW_AFTER_MS) this.#slowUntil.set(lane, now + REMEMBERED_MS);
    }
    for (const [lane, until] of this.#slowUntil) {
      if (until <= now) this.#slowUntil.delete(lane);
      else if (!busy.has(lane)) busy.set(lane, { all: 0, urgent: 0 });
    }
    const lanes = [...busy].map(([lane, places]) => {
      const isSlow = this.#slowUntil.has(lane);
      return {
        lane,
        free: Math.max(0, (isSlow ? PLACES_OF_SLOW : usual) - places.all),
        urgent: Math.max(0, (isSlow ? urgentOfSlow : usual) - places.urgent),
      };
    });
    return { usual, lanes };
  }
}
