import { CallError } from '../../http/errors/call-error.ts';
import type { Caller } from '../../http/auth/session-tokens.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';

/**
 * How many images of full size are in memory at the same time, in one process: until their clients have received them. A
 * subscriber's first one has room when those of others have reached the limit for all.
 */
const MOST = { account: 8, all: 32, first: 128 };
const RETRY_AFTER_SECONDS = 5;
const ALL = 'all';

/** Counts images until their clients have received them. */
export class OpenImages {
  readonly #images = new ConcurrencyLimit();

  /** Throws CallError 429 or 503 if too many images are open. Returns the function that ends the count of this one. */
  enter(caller: Caller): () => void {
    const subscriber = caller.role === 'admin' ? 'administrators' : `subscriber ${caller.teamId}`;
    const limits = [
      { key: `${caller.role} ${caller.id}`, most: MOST.account },
      { key: subscriber, most: MOST.first },
      { key: ALL, most: this.#images.countOf(subscriber) === 0 ? MOST.first : MOST.all },
    ];
    const reached = this.#images.findReached(limits);
    if (reached?.key === ALL) {
      throw new CallError(503, 'The server is busy. Try again in a moment.', [], RETRY_AFTER_SECONDS);
    }
    if (reached) {
      const msg = 'Other images are still being sent to you. Try again in a moment.';
      throw new CallError(429, msg, [], RETRY_AFTER_SECONDS);
    }
    return this.#images.enter(limits);
  }
}
