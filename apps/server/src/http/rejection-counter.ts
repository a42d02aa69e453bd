import { recordRejection, rejectionKey, type AuditEntry } from '../db/audit.ts';
import type { Db } from '../db/tables.ts';
import type { Background } from './background.ts';

/** Kinds of rejections that wait to be written; what comes beyond is not recorded. */
const MOST_WAITING = 1000;

/**
 * Records rejections after their responses. While one write is running, the others are counted in memory, so that a
 * flood of rejected calls costs one write at a time.
 */
export class RejectionCounter {
  readonly #db: Db;
  readonly #background: Background;
  readonly #waiting = new Map<string, { entry: AuditEntry; times: number }>();
  #isWriting = false;

  constructor(db: Db, background: Background) {
    this.#db = db;
    this.#background = background;
  }

  add(entry: AuditEntry): void {
    const key = rejectionKey(entry, new Date());
    const known = this.#waiting.get(key);
    if (known) known.times += 1;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { entry, times: 1 });
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#background.run('recording rejections', () =>
      this.#write().finally(() => {
        this.#isWriting = false;
      }),
    );
  }

  async #write(): Promise<void> {
    for (const [key, { entry, times }] of this.#waiting) {
      this.#waiting.delete(key);
      await recordRejection(this.#db, entry, times);
    }
  }
}
