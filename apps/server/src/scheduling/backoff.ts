import { setTimeout } from 'node:timers/promises';

/** Milliseconds: the first wait, doubled each time up to the longest. */
export type BackoffTimes = { first: number; longest: number };

/** The wait in milliseconds after `faults` faults, 1 or more; 0 for none. */
export function backoffAfter(faults: number, { first, longest }: BackoffTimes): number {
  return faults < 1 ? 0 : Math.min(longest, first * 2 ** (faults - 1));
}

/** Waits that grow with each fault in a row, until a success resets them. */
export class Backoff {
  readonly #times: BackoffTimes;
  #faults = 0;

  constructor(times: BackoffTimes) {
    this.#times = times;
  }

  /** Counts one more fault. Returns the milliseconds to wait before the next attempt. */
  next(): number {
    this.#faults += 1;
    return backoffAfter(this.#faults, this.#times);
  }

  /** After a success the next wait is the first one again. */
  reset(): void {
    this.#faults = 0;
  }
}

export type RetryOptions = {
  /** Milliseconds before the second, third, ... attempt; after the last of them `work` has one attempt left. */
  waits: readonly number[];
  /** True for an error that further attempts would not fix. */
  isFinal: (error: unknown) => boolean;
  /** Aborted when no further attempt should be made. */
  signal: AbortSignal;
};

/**
 * Repeats `work` until it succeeds. Throws the error of the last attempt, or an AbortError if `signal` aborts a wait.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  { waits, isFinal, signal }: RetryOptions,
): Promise<Result> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      await setTimeout(wait, undefined, { signal });
    }
  }
  return await work();
}
