import { afterPresses } from './press-priority.ts';

/** Milliseconds that work keeps the event loop before it lets others in: presses wait for no more than that. */
const SLICE_MS = 2;

/** Lets others in whenever a slice of time is used up; `await` it between small steps of long work. */
export class Slices {
  readonly #letIn: () => Promise<unknown>;
  #since = performance.now();

  /** @param letIn presses that are in flight, unless it is one of them that is sliced */
  constructor(letIn: () => Promise<unknown> = afterPresses) {
    this.#letIn = letIn;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await this.#letIn();
    this.#since = performance.now();
  }
}
