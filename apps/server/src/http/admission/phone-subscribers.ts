/** Phones in memory. Those that were used longest ago are forgotten first. */
const MOST = 50_000;

/** The subscribers of the phones that this process has authenticated, by the hash of their token. */
export class PhoneSubscribers {
  readonly #most: number;
  readonly #subscribers = new Map<string, number>();

  /** @param most for tests */
  constructor(most = MOST) {
    this.#most = most;
  }

  get(hash: string): number | undefined {
    const subscriber = this.#subscribers.get(hash);
    if (subscriber === undefined) return undefined;
    this.#subscribers.delete(hash);
    this.#subscribers.set(hash, subscriber);
    return subscriber;
  }

  /** Undefined: the token is no longer valid. */
  set(hash: string, subscriber: number | undefined): void {
    this.#subscribers.delete(hash);
    if (subscriber === undefined) return;
    this.#subscribers.set(hash, subscriber);
    const [oldest] = this.#subscribers.keys();
    if (this.#subscribers.size > this.#most && oldest !== undefined) this.#subscribers.delete(oldest);
  }
}
