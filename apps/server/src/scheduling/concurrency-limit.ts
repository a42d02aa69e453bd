/** The maximum work in progress under a key: for an account, a network, or all. */
export type KeyLimit = { key: string; most: number };

/**
 * Counts work in progress by key. No work waits: the caller rejects work that would exceed a limit. Work can count under
 * several keys, for example for its account and for all.
 */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();

  /** The work in progress under `key`. */
  countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The first limit that is reached; null if none is. */
  findReached(limits: readonly KeyLimit[]): KeyLimit | null {
    return limits.find(({ key, most }) => this.countOf(key) >= most) ?? null;
  }

  /** Counts one more under each key until the returned function is called; calling it again has no effect. */
  enter(limits: readonly Pick<KeyLimit, 'key'>[]): () => void {
    const keys = limits.map(({ key }) => key);
    for (const key of keys) this.#counts.set(key, this.countOf(key) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      for (const key of keys) {
        const left = this.countOf(key) - 1;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }
}
