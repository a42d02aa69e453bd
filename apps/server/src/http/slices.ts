import { setImmediate } from 'node:timers/promises';

/** Milliseconds that work keeps the event loop before it lets others in: presses wait for no more than that. */
const SLICE_MS = 5;

/** Lets others in whenever a slice of time is used up; `await` it between small steps of long work. */
export class Slices {
  #since = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
