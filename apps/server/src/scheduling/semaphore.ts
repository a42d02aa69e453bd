import { Overloaded, type OverloadReason } from './overloaded.ts';

export type SemaphoreOptions = {
  /** Callers that have a permit at the same time. */
  permits: number;
  /** Permits and waiting callers of one key together; by default unlimited. */
  perKey?: number;
  /** Waiting callers of all keys; by default unlimited. */
  waiting?: number;
  /** Milliseconds after which a waiting caller is rejected; by default it waits without a limit. */
  longestWait?: number;
  /** Milliseconds for which a permit rests after `run` has done work that took `ms`; by default none. */
  throttleDelay?: (ms: number) => number;
  /** The error that a rejected caller gets; by default `Overloaded`. */
  rejection?: (reason: OverloadReason) => Error;
};

type Waiting = { start: () => void; reject: (error: Error) => void };

/**
 * A fair semaphore. Waiting keys get permits in round-robin order, one each, regardless of the work of each key.
 * Callers of one key are served in the order of arrival. Callers without a key share one. If too many wait, a key with
 * few waiting replaces the newest caller of the key with most. Each release wakes only the next caller, so the cost per
 * caller does not grow with the number of waiting callers.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  /** Permits and waiting callers of each key. */
  readonly #counts = new Map<string, number>();
  /** In the order in which keys are served: a key that was served moves to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;
  #waiting = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.permits;
  }

  /** Callers that wait for a permit. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Callers that have a permit or wait for one. */
  get size(): number {
    return this.#options.permits - this.#free + this.#waiting;
  }

  /**
   * Resolves when the caller has a permit, which lasts until `release` with the same key. Rejects with the semaphore's
   * rejection if too many have permits or wait, or with the reason of `signal` if that aborts first.
   */
  async acquire(key = '', signal?: AbortSignal): Promise<void> {
    const permit = this.#enter(key, signal);
    if (permit) await permit;
  }

  /** Releases a permit after `rest` milliseconds. The caller no longer counts from now on. */
  release(key = '', rest = 0): void {
    if (rest > 0) setTimeout(() => this.#passOn(), rest);
    else this.#passOn();
    this.#discount(key);
  }

  /** Runs `work` with a permit. Rejects like `acquire`, and with what `work` throws. */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const permit = this.#enter(key, signal);
    // Work that need not wait starts in the same tick.
    if (permit) await permit;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.release(key, this.#options.throttleDelay?.(performance.now() - startedAt));
    }
  }

  /** Null if the caller has a permit immediately. */
  #enter(key: string, signal: AbortSignal | undefined): Promise<void> | null {
    signal?.throwIfAborted();
    const { perKey = Infinity, waiting = Infinity } = this.#options;
    const count = this.#counts.get(key) ?? 0;
    if (count >= perKey) throw this.#rejection('key');
    const mustWait = this.#free === 0;
    if (mustWait && this.#waiting >= waiting && !this.#rejectNewestFor(key)) throw this.#rejection('all');
    this.#counts.set(key, count + 1);
    if (mustWait) return this.#wait(key, signal);
    this.#free -= 1;
    return null;
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { longestWait } = this.#options;
    return new Promise((resolve, reject) => {
      const abort = () => one.reject(signal?.reason as Error);
      const timeout = () => one.reject(this.#rejection('timeout'));
      const timer = longestWait === undefined ? undefined : setTimeout(timeout, longestWait);
      const stopWaiting = () => {
        signal?.removeEventListener('abort', abort);
        clearTimeout(timer);
      };
      const one: Waiting = {
        start: () => {
          stopWaiting();
          resolve();
        },
        reject: (error) => {
          stopWaiting();
          this.#remove(key, one);
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      const queue = this.#queues.get(key);
      if (queue) queue.push(one);
      else this.#queues.set(key, [one]);
      this.#waiting += 1;
    });
  }

  /** Rejects the newest waiting caller of the key with most, unless `key` has as many. */
  #rejectNewestFor(key: string): boolean {
    const own = this.#queues.get(key)?.length ?? 0;
    let longest: Waiting[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length < own + 2) return false;
    longest.at(-1)?.reject(this.#rejection('all'));
    return true;
  }

  #remove(key: string, one: Waiting): void {
    const queue = this.#queues.get(key) ?? [];
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) this.#queues.delete(key);
    this.#waiting -= 1;
    this.#discount(key);
  }

  /** Passes a permit on to the key that is served next. */
  #passOn(): void {
    const [next] = this.#queues;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [key, queue] = next;
    const one = queue.shift();
    if (queue.length === 0) this.#queues.delete(key);
    else if (this.#queues.size > 1) {
      this.#queues.delete(key);
      this.#queues.set(key, queue);
    }
    this.#waiting -= 1;
    one?.start();
  }

  #discount(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  #rejection(reason: OverloadReason): Error {
    return this.#options.rejection?.(reason) ?? new Overloaded(reason);
  }
}
