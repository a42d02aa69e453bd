import type { LaneRoom } from '../queue/claim.ts';

/** A message on its way for longer makes its lane a slow one, in milliseconds. */
const SLOW_AFTER_MS = 3000;
/** How long a lane stays ill after its last slow or broken message, unless a sound one shows that it is over. */
const REMEMBERED_MS = 600_000;
/** With fewer places than this there is nothing to share. */
const SHARED_FROM = 4;
const PLACES_OF_ILL = 1;

/**
 * A message on its way, or waiting for a place (`since` is null): its lane, when it left, in milliseconds since 1970,
 * whether it is an emergency, and whether it left on a connection apart from the others'.
 */
export type Underway = { lane: string; since: number | null; urgent: boolean; apart: boolean };

/**
 * Which lanes are slow or break connections, and how many places each may take: one lane never more than half, an ill
 * one a single place. So a host that takes minutes for each message keeps only its own messages waiting. Emergencies
 * have places of their own, as many again, and a quarter of all to a slow lane: they wait for nobody but emergencies
 * to the same host.
 */
export class IllLanes {
  readonly #slowUntil = new Map<string, number>();
  readonly #breaksUntil = new Map<string, number>();

  /** The attempt of a message of `lane` ended at `now` after `ms`; `broke`: and its connection with it. */
  ended(lane: string, { ms, broke }: { ms: number; broke: boolean }, now: number): void {
    if (ms > SLOW_AFTER_MS) this.#slowUntil.set(lane, now + REMEMBERED_MS);
    else this.#slowUntil.delete(lane);
    if (broke) this.#breaksUntil.set(lane, now + REMEMBERED_MS);
    else this.#breaksUntil.delete(lane);
  }

  /** Whether a lane was slow when that was last looked at. */
  isSlow(lane: string): boolean {
    return this.#slowUntil.has(lane);
  }

  /**
   * Whether an ordinary message of the lane leaves on a connection apart, lest it break one that others wait for. Not
   * where the lane is slow, or it would keep those waiting that do leave apart.
   */
  goesApart(lane: string): boolean {
    return this.#breaksUntil.has(lane) && !this.#slowUntil.has(lane);
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
    for (const ill of [this.#slowUntil, this.#breaksUntil]) {
      for (const [lane, until] of ill) {
        if (until <= now) ill.delete(lane);
        else if (!busy.has(lane)) busy.set(lane, { all: 0, urgent: 0 });
      }
    }
    const lanes = [...busy].map(([lane, places]) => {
      const isSlow = this.#slowUntil.has(lane);
      const isIll = isSlow || this.#breaksUntil.has(lane);
      return {
        lane,
        free: Math.max(0, (isIll ? PLACES_OF_ILL : usual) - places.all),
        urgent: Math.max(0, (isSlow ? urgentOfSlow : usual) - places.urgent),
      };
    });
    return { usual, lanes };
  }
}
