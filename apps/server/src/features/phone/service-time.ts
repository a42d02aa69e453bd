/** The weight of a new value in the average: about the last hundred count. */
const WEIGHT = 0.02;

/**
 * The time that one submission adds to the wait of those behind it: how long a submission took, divided by the number in
 * flight (Little's law), averaged over the last ones.
 */
export class ServiceTime {
  readonly #fewest: number;
  #ms = 0;

  /** @param fewest submissions in flight from which a time counts: with fewer, it has little to do with the others */
  constructor(fewest: number) {
    this.#fewest = fewest;
  }

  /** 0 until the first time counts. */
  get ms(): number {
    return this.#ms;
  }

  /** @param ms how long a submission took, while `inFlight` were in flight */
  note(ms: number, inFlight: number): void {
    if (inFlight < this.#fewest) return;
    const one = ms / inFlight;
    this.#ms = this.#ms === 0 ? one : this.#ms + WEIGHT * (one - this.#ms);
  }
}
