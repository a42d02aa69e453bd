/** So much may be in progress under a key: of an account, of a network, of all. */
export type Limit = { key: string; most: number };

/**
 * Counts what is in progress by key. Nothing waits: what would exceed a limit is rejected by the caller. One piece of
 * work may count under several keys, for example of its account and of all.
 */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();

  /** What is in progress under `key`. */
  countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The first of the limits that leaves no room for one more; null if none. */
  findReached(limits: readonly Limit[]): Limit | null {
    return limits.find(({ key, most }) => this.countOf(key) >= most) ?? null;
  }

  /** Counts one more under each key until the returned function is called; calling it again has no effect. */
  enter(limits: readonly Pick<Limit, 'key'>[]): () => void {
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
