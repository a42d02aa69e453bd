import { LOOKBACK_MS } from './candidates.ts';

/**
 * A commit of PostgreSQL that waits for a lock or another machine becomes visible after later ones. Milliseconds: how often
 * such commits are searched for, and how far back.
 */
const VERY_LATE_COMMITS = { every: 60_000, back: 300_000 };

/** A time, in milliseconds since 1970, and the newest attempt that was visible then. */
export type Position = { at: number; attempt: number };

/**
 * From where to search again for submissions and attempts whose commit became visible late. While commits wait for a
 * synchronous standby, they may do so for hours: the search then starts before they waited, until five searches have followed.
 */
export class LateCommits {
  #dueAt: number;
  /** Of the last searches while no commits waited, the oldest first. */
  #positions: readonly Position[] = [];
  #commitsWait = false;

  /** @param now the first check reads further back than a search */
  constructor(now: number) {
    this.#dueAt = now + VERY_LATE_COMMITS.every;
  }

  /**
   * To be called at the start of each check.
   * @param commitsWait whether commits waited before the check read anything
   * @param first a position before everything that the first check reads
   */
  start({ at, attempt }: Position, commitsWait: boolean, first: Position): void {
    // Nothing says for how long the commits have waited that the first check finds.
    const before = commitsWait ? first : { at: at - VERY_LATE_COMMITS.back, attempt };
    if (this.#positions.length === 0) this.#positions = [before];
    // What waited is visible now, whatever ended the wait.
    if (this.#commitsWait && !commitsWait) this.#dueAt = at;
    this.#commitsWait = commitsWait;
  }

  /** From where to search now; null if no search is due. */
  startOfSearch(now: number): Position | null {
    const [oldest] = this.#positions;
    if (!oldest || now < this.#dueAt) return null;
    return { ...oldest, at: Math.max(oldest.at, now - LOOKBACK_MS) };
  }

  /** A search has failed: the next one starts at the same position. */
  postpone(now: number): void {
    this.#dueAt = now + VERY_LATE_COMMITS.every;
  }

  /** A search has found everything that was visible. */
  finish(position: Position): void {
    this.#dueAt = position.at + VERY_LATE_COMMITS.every;
    if (this.#commitsWait) return;
    const searches = VERY_LATE_COMMITS.back / VERY_LATE_COMMITS.every;
    this.#positions = [...this.#positions, position].slice(-searches);
  }
}
