import { getDialect } from '../dialect.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import type { Database, Db } from '../tables.ts';

/** Characters of one result that is kept, and of all of them. */
const MOST_OF_ONE = 10_000;
export const MOST_CHARACTERS = 8_000_000;
/** What a result needs besides its text, in characters: the settings of a button need 1,900 bytes more than they have characters. */
const OVERHEAD = 2_000;
/**
 * Milliseconds after which a result is read again. A failover can lose the last changes, and another state then gets their mark;
 * and an operator can switch off a trigger.
 */
export const LONGEST_USE = 10_000;

type Read<Value> = () => Promise<Value>;
type Known<Value> = { mark: string; readAt: number; size: number; value: Value };

type Options<Value> = {
  /** The characters of a result. */
  sizeOf: (value: Value) => number;
  /** The mark of the state in which a result was read; empty if the read does not know it. */
  markOf?: (value: Value) => string;
  /** Milliseconds that only grow. */
  clock?: () => number;
};

/**
 * Results of reads that are needed for every press. A result is used again as long as nobody has changed what it was read from:
 * where the database says so without a query, or where the caller has read a mark that differs after each change. A
 * transaction always reads.
 */
export class UnchangedReads<Value> {
  readonly #tables: readonly (keyof Database)[];
  readonly #options: Required<Options<Value>>;
  /** By database. The oldest is first. */
  readonly #kept = new WeakMap<object, { results: Map<string, Known<Value>>; size: number }>();

  /** @param tables all tables that the reads use */
  constructor(tables: readonly (keyof Database)[], options: Options<Value>) {
    this.#tables = tables;
    this.#options = { markOf: () => '', clock: () => performance.now(), ...options };
  }

  /**
   * The result of `read`, which must depend on `key` and the tables only. Its receivers must not change it.
   * @param current the mark of the state at this moment; empty if it is not known
   */
  async get(on: Db | Handle, key: string, current: string, read: Read<Value>): Promise<Value> {
    const { sizeOf, markOf, clock } = this.#options;
    const db = rawDb(on);
    const { adapter } = db.getExecutor();
    // A transaction may have changed the tables itself, and may still be rolled back.
    if (db.isTransaction) return await read();
    const mark = getDialect(db).changeMark(adapter, this.#tables) ?? current;
    if (mark === '') return await read();
    let kept = this.#kept.get(adapter);
    if (!kept) this.#kept.set(adapter, (kept = { results: new Map(), size: 0 }));
    const known = kept.results.get(key);
    const readAt = clock();
    if (known?.mark === mark && readAt - known.readAt < LONGEST_USE) return known.value;
    const value = await read();
    this.#remove(adapter, key);
    const length = sizeOf(value);
    if (length > MOST_OF_ONE) return value;
    const size = length + OVERHEAD;
    for (const oldest of kept.results.keys()) {
      if (kept.size + size <= MOST_CHARACTERS) break;
      this.#remove(adapter, oldest);
    }
    // Without its own mark, it is of the state with this mark or of a later one, which has another mark.
    kept.results.set(key, { mark: markOf(value) || mark, readAt, size, value });
    kept.size += size;
    return value;
  }

  #remove(adapter: object, key: string): void {
    const kept = this.#kept.get(adapter);
    const known = kept?.results.get(key);
    if (!kept || !known) return;
    kept.results.delete(key);
    kept.size -= known.size;
  }
}
