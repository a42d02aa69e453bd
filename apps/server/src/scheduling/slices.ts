import { yieldToPresses } from './press-priority.ts';

/** Maximum milliseconds of work before it yields the event loop: a press waits at most this long. */
const SLICE_MS = 2;

/** Yields to other work whenever a slice of time is used up; `await` it between small steps of long work. */
export class Slices {
  readonly #yieldToOthers: () => Promise<unknown>;
  #since = performance.now();

  /**
   * @param yieldToOthers waits for other work: by default for presses in flight, which is wrong for slices of a press
   */
  constructor(yieldToOthers: () => Promise<unknown> = yieldToPresses) {
    this.#yieldToOthers = yieldToOthers;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await this.#yieldToOthers();
    this.#since = performance.now();
  }
}
