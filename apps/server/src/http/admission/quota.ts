import { CallError } from '../errors/call-error.ts';

/** Maximum keys of one quota. If an attacker uses more networks, the oldest keys are discarded early. */
const MAX_KEYS = 50_000;

type Bucket = { left: number; at: number };

/** Uses without a pause between them, or the uses of ten seconds if that is more. */
const BURST = 10;

/** A token bucket: the allowed uses per minute, by key. Used quota is restored evenly. */
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

  /** Milliseconds until `key` has quota left; 0 if it has. */
  waitOf(key: string): number {
    const { left } = this.#bucketOf(key);
    return left >= 1 ? 0 : Math.ceil(((1 - left) * 60_000) / this.#perMinute);
  }

  /** Uses one unit of `key`, even if none is left. */
  use(key: string): void {
    this.#store(key, this.#bucketOf(key).left - 1);
  }

  /** Uses all that is left of `key`: it must pause before it has quota again. */
  useAll(key: string): void {
    const { left } = this.#bucketOf(key);
    this.#store(key, Math.min(left, 0));
  }

  #store(key: string, left: number): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, { left, at: this.#now() });
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value ?? '');
  }

  #bucketOf(key: string): Bucket {
    const now = this.#now();
    const { left, at } = this.#buckets.get(key) ?? { left: this.#burst, at: now };
    return { left: Math.min(this.#burst, left + ((now - at) * this.#perMinute) / 60_000), at: now };
  }
}

/** Uses one unit of each quota. If any has none left for its key, throws CallError 429 and uses none. */
export function useQuotas(quotas: readonly (readonly [quota: Quota, key: string])[], msg: string): void {
  const wait = Math.max(0, ...quotas.map(([quota, key]) => quota.waitOf(key)));
  if (wait > 0) throw new CallError(429, msg, [], Math.ceil(wait / 1000));
  for (const [quota, key] of quotas) quota.use(key);
}
