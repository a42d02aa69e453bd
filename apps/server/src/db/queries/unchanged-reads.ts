import { getDialect } from '../dialect.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import type { Database, Db } from '../tables.ts';

/** Results that are kept at the same time, and characters of one that is kept. */
export const MOST_RESULTS = 1_000;
const MOST_CHARACTERS = 10_000;

type Read<Value> = () => Promise<Value>;

/**
 * Results of reads that are needed for every press. A result is used again as long as nobody has changed its tables; where
 * that is not known without a query, it is read each time, and so it is in a transaction.
 */
export class UnchangedReads<Value> {
  readonly #tables: readonly (keyof Database)[];
  readonly #sizeOf: (value: Value) => number;
  /** By database. */
  readonly #results = new WeakMap<object, Map<string, { mark: string; value: Value }>>();

  /**
   * @param tables all tables that the reads use
   * @param sizeOf the characters of a result
   */
  constructor(tables: readonly (keyof Database)[], sizeOf: (value: Value) => number) {
    this.#tables = tables;
    this.#sizeOf = sizeOf;
  }

  /** The result of `read`, which must depend on `key` and the tables only. Its receivers must not change it. */
  async get(on: Db | Handle, key: string, read: Read<Value>): Promise<Value> {
    const db = rawDb(on);
    const { adapter } = db.getExecutor();
    // A transaction may have changed the tables itself, and may still be rolled back.
    const mark = db.isTransaction ? null : getDialect(db).changeMark(adapter, this.#tables);
    if (mark === null) return await read();
    let results = this.#results.get(adapter);
    if (!results) this.#results.set(adapter, (results = new Map()));
    const known = results.get(key);
    if (known?.mark === mark) return known.value;
    const value = await read();
    results.delete(key);
    if (this.#sizeOf(value) > MOST_CHARACTERS) return value;
    if (results.size === MOST_RESULTS) results.delete(results.keys().next().value ?? '');
    // Of the state with this mark or of a later one, which has another mark.
    results.set(key, { mark, value });
    return value;
  }
}
