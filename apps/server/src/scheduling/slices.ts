import { yieldToPresses } from './press-priority.ts';

/** Maximum milliseconds of work before it yields the event loop: a press waits at most this long. */
const SLICE_MS = 2;
/** The same for work that gets an equal share. */
const LONGEST_SHARE_MS = 20;

/** Yields to other work whenever a slice of time is used up; `await` it between small steps of long work. */
export class Slices {
  readonly #yieldToOthers: () => Promise<unknown>;
  readonly #longest: number;
  #since = performance.now();
  #slice = SLICE_MS;

  /**
   * @param yieldToOthers waits for other work: by default for presses in flight, which is wrong for slices of a press
   * @param share `equal`: a slice may be as long as the other work before it, so that a flood of requests that are rejected
   * does not starve those that are accepted
   */
  constructor(yieldToOthers: () => Promise<unknown> = yieldToPresses, share: 'small' | 'equal' = 'small') {
    this.#yieldToOthers = yieldToOthers;
    this.#longest = share === 'equal' ? LONGEST_SHARE_MS : SLICE_MS;
  }

  async pause(): Promise<void> {
    const usedUpAt = performance.now();
    if (usedUpAt - this.#since < this.#slice) return;
    await this.#yieldToOthers();
    this.#since = performance.now();
    this.#slice = Math.min(Math.max(SLICE_MS, this.#since - usedUpAt), this.#longest);
  }
}
