/** Milliseconds: a list may also depend on the time. */
const USED_FOR = 1_000;
/** Lists that are stored at the same time, and characters of a list that is stored. */
export const MOST_LISTS = 100;
const MOST_CHARACTERS = 64 * 1024;

/**
 * Responses of lists, which are sent again while the database is unchanged: all open consoles of a subscriber read the same
 * lists after each change.
 */
export class UnchangedLists {
  readonly #now: () => number;
  readonly #texts = new Map<string, { text: string; until: number }>();
  #mark: string | null = null;

  /** @param now the time in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * The response that was stored for the key, or the one that `read` returns; it is stored if the database does not change
   * meanwhile.
   * @param changeMark see `Dialect.changeMark`
   * @param read returns null for a response that is not sent again
   */
  async get(
    key: string,
    changeMark: () => string | null,
    read: () => Promise<string | null>,
  ): Promise<string | null> {
    const mark = changeMark();
    if (mark === null) return await read();
    const stored = mark === this.#mark ? this.#texts.get(key) : undefined;
    if (stored && this.#now() < stored.until) return stored.text;
    const text = await read();
    if (text !== null && text.length <= MOST_CHARACTERS && changeMark() === mark)
      this.#store(key, mark, text);
    return text;
  }

  #store(key: string, mark: string, text: string): void {
    if (mark !== this.#mark) {
      this.#texts.clear();
      this.#mark = mark;
    }
    this.#texts.delete(key);
    if (this.#texts.size === MOST_LISTS) this.#texts.delete(this.#texts.keys().next().value ?? '');
    this.#texts.set(key, { text, until: this.#now() + USED_FOR });
  }
}
