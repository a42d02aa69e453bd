import { CallError } from '../errors/call-error.ts';

export type FairGateOptions = {
  /** How many run at the same time. */
  atOnce: number;
  /** How many of one key may run and wait together. */
  perKey: number;
  /** How many may wait in all. */
  waiting: number;
  /** What the caller reads, and seconds for Retry-After: 429 if its own key has too many, 503 if all have. */
  tooManyOfKey: { msg: string; retryAfter: number };
  tooManyWaiting: { msg: string; retryAfter: number };
  /** Milliseconds for which a slot stays empty after work that took `ms`; left out, the next work follows at once. */
  restAfter?: (ms: number) => number;
};

type Waiting = { start: () => void; giveWay: () => void };

/**
 * Limits how much expensive work runs at the same time, and shares it fairly: keys that wait are served in turn,
 * one piece of work each, however much work one of them brings. Where too much waits, a key with little takes the place
 * of the newest work of the key with most.
 */
export class FairGate {
  readonly #options: FairGateOptions;
  /** Running and waiting of each key. */
  readonly #counts = new Map<string, number>();
  /** In the order in which keys are served; a key that was served goes to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairGateOptions) {
    this.#options = options;
  }

  /** Running and waiting work. */
  get size(): number {
    return this.#running + this.#waiting;
  }

  /**
   * Runs `work` when it is the turn of `key`. Throws CallError 429 or 503 when too much is waiting. A caller that
   * aborts `signal` while it waits leaves the queue; the call then throws the signal's reason.
   */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const count = this.#counts.get(key) ?? 0;
    const { perKey, atOnce, waiting, tooManyOfKey, tooManyWaiting } = this.#options;
    if (count >= perKey) throw rejection(429, tooManyOfKey);
    const mustWait = this.#running >= atOnce;
    if (mustWait && this.#waiting >= waiting && !this.#makeRoomFor(key)) {
      throw rejection(503, tooManyWaiting);
    }
    this.#counts.set(key, count + 1);
    try {
      if (mustWait) await this.#turnOf(key, signal);
      else this.#running += 1;
      const began = performance.now();
      try {
        return await work();
      } finally {
        this.#releaseAfter(this.#options.restAfter?.(performance.now() - began) ?? 0);
      }
    } finally {
      this.#discount(key);
    }
  }

  /** Resolves when the work may run; its slot then counts as taken. */
  #turnOf(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(key, one);
        reject(signal?.reason as Error);
      };
      const one: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        giveWay: () => {
          signal?.removeEventListener('abort', leave);
          this.#remove(key, one);
          reject(rejection(503, this.#options.tooManyWaiting));
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const queue = this.#queues.get(key);
      if (queue) queue.push(one);
      else this.#queues.set(key, [one]);
      this.#waiting += 1;
    });
  }

  /** Rejects the newest work of the key that has most waiting, unless `key` has as much. */
  #makeRoomFor(key: string): boolean {
    const own = this.#queues.get(key)?.length ?? 0;
    let longest: Waiting[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length < own + 2) return false;
    longest.at(-1)?.giveWay();
    return true;
  }

  #remove(key: string, one: Waiting): void {
    const queue = this.#queues.get(key) ?? [];
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) this.#queues.delete(key);
    this.#waiting -= 1;
  }

  #releaseAfter(rest: number): void {
    if (rest > 0) setTimeout(() => this.#release(), rest);
    else this.#release();
  }

  /** Passes the slot to the key whose turn it is. */
  #release(): void {
    const [next] = this.#queues;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [key, queue] = next;
    const one = queue.shift();
    this.#queues.delete(key);
    if (queue.length > 0) this.#queues.set(key, queue);
    this.#waiting -= 1;
    one?.start();
  }

  #discount(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

function rejection(status: number, { msg, retryAfter }: { msg: string; retryAfter: number }): CallError {
  return new CallError(status, msg, [], retryAfter);
}
