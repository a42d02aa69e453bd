/** The maximum work in progress under a key: for an account, a network, or all. */
export type KeyLimit = { key: string; most: number };

/**
 * Counts work in progress by key. No work waits: the caller rejects work that would exceed a limit. Work can count under
 * several keys, for example for its account and for all.
 */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();

  /** The work in progress under `key`: its number, or the sum of its sizes. */
  countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The first limit that work of this size would exceed; null if none. */
  findReached(limits: readonly KeyLimit[], size = 1): KeyLimit | null {
    return limits.find(({ key, most }) => this.countOf(key) + size > most) ?? null;
  }

  /** Counts `size` more under each key until the returned function is called; calling it again has no effect. */
  enter(limits: readonly Pick<KeyLimit, 'key'>[], size = 1): () => void {
    const keys = limits.map(({ key }) => key);
    for (const key of keys) this.#counts.set(key, this.countOf(key) + size);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      for (const key of keys) {
        const left = this.countOf(key) - size;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }
}
