import { setTimeout } from 'node:timers/promises';
import { afterPresses, restAfter } from './press-priority.ts';

/** Runs pieces of work of one kind, each after presses and after a rest for the one before. */
export class Rests {
  #nextAt = 0;

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const rest = this.#nextAt - performance.now();
    if (rest > 0) await setTimeout(rest);
    await afterPresses();
    const began = performance.now();
    try {
      return await work();
    } finally {
      const now = performance.now();
      this.#nextAt = now + restAfter(now - began);
    }
  }
}
