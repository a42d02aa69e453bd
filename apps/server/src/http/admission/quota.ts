import { CallError } from '../errors/call-error.ts';

/** Keys that one quota stores. An attacker with more networks than this makes it discard the oldest ones early. */
const MAX_KEYS = 50_000;

type Bucket = { left: number; at: number };

/** Uses that may follow one another without a pause, or what ten seconds allow if that is more. */
const BURST = 10;

/** How often something may be done a minute, by key: a token bucket. What was used is restored evenly. */
export class Quota {
  readonly #perMinute: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  /**
   * @param now in milliseconds; for tests
   * @param burst uses that may follow one another without a pause
   */
  constructor(
    perMinute: number,
    now: () => number = () => performance.now(),
    burst: number = Math.min(perMinute, Math.max(BURST, perMinute / 6)),
  ) {
    this.#perMinute = perMinute;
    this.#burst = burst;
    this.#now = now;
  }

  /** Milliseconds until `key` has something left; 0 if it has. */
  waitOf(key: string): number {
    const { left } = this.#bucketOf(key);
    return left >= 1 ? 0 : Math.ceil(((1 - left) * 60_000) / this.#perMinute);
  }

  /** Uses one of `key`, whether or not something is left. */
  use(key: string): void {
    const bucket = this.#bucketOf(key);
    bucket.left -= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value ?? '');
  }

  #bucketOf(key: string): Bucket {
    const now = this.#now();
    const { left, at } = this.#buckets.get(key) ?? { left: this.#burst, at: now };
    return { left: Math.min(this.#burst, left + ((now - at) * this.#perMinute) / 60_000), at: now };
  }
}

/** Uses one of each quota; throws CallError 429, and uses none, unless each has something left for its key. */
export function useQuotas(quotas: readonly (readonly [quota: Quota, key: string])[], msg: string): void {
  const wait = Math.max(0, ...quotas.map(([quota, key]) => quota.waitOf(key)));
  if (wait > 0) throw new CallError(429, msg, [], Math.ceil(wait / 1000));
  for (const [quota, key] of quotas) quota.use(key);
}
