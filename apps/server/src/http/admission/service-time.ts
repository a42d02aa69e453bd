/** The weight of a new value in the average: about the last hundred count. */
const WEIGHT = 0.02;
/** Milliseconds after which the average no longer counts: the disk may have been busy only then. */
const EXPIRES = 2000;

/**
 * The time that one submission adds to the wait of those behind it: how long a submission took, divided by the number in
 * flight (Little's law), averaged over the last ones.
 */
export class ServiceTime {
  readonly #fewest: number;
  #ms = 0;
  #notedAt = -Infinity;

  /** @param fewest submissions in flight from which a time counts: with fewer, it has little to do with the others */
  constructor(fewest: number) {
    this.#fewest = fewest;
  }

  /** 0 if no time counted in the last seconds. @param now in milliseconds */
  read(now: number): number {
    return now - this.#notedAt > EXPIRES ? 0 : this.#ms;
  }

  /** @param ms how long a submission took until `now`, while `inFlight` were in flight */
  note(ms: number, inFlight: number, now: number): void {
    if (inFlight < this.#fewest) return;
    const one = ms / inFlight;
    const average = this.read(now);
    this.#ms = average === 0 ? one : average + WEIGHT * (one - average);
    this.#notedAt = now;
  }
}
