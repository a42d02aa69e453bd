import { setTimeout } from 'node:timers/promises';
import { recordRejection, rejectionKey, type AuditEntry } from '../../db/history/audit.ts';
import type { Db } from '../../db/tables.ts';
import { runDetachedFromCall, yieldToPresses } from '../../scheduling/press-priority.ts';
import type { Background } from '../background.ts';

/** Kinds of rejections that wait to be written; further ones are not recorded. */
const MAX_WAITING = 1000;

/** Milliseconds between two writes. */
const WRITE_EVERY = 1000;

/** Kinds of rejections in one transaction: presses wait for it on SQLite. */
const TOGETHER = 10;

/**
 * Records rejections after their responses: the first one immediately, then those of a second together, so that a flood
 * of rejected calls costs one commit a second.
 */
export class RejectionCounter {
  readonly #db: Db;
  readonly #background: Background;
  readonly #waiting = new Map<string, { entry: AuditEntry; times: number }>();
  #isWriting = false;
  #nextAt = 0;

  constructor(db: Db, background: Background) {
    this.#db = db;
    this.#background = background;
  }

  add(entry: AuditEntry): void {
    this.#count(rejectionKey(entry, new Date()), entry, 1);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Those of other callers are written too: they do not wait in the turn of this one.
    runDetachedFromCall(() =>
      this.#background.run('recording rejections', (stopping) => this.#writeSoon(stopping)),
    );
  }

  async #writeSoon(stopping: AbortSignal): Promise<void> {
    const wait = this.#nextAt - performance.now();
    // A stopping server writes immediately.
    if (wait > 0) await setTimeout(wait, undefined, { signal: stopping }).catch(() => {});
    this.#nextAt = performance.now() + WRITE_EVERY;
    this.#isWriting = false;
    await this.#write();
  }

  #count(key: string, entry: AuditEntry, times: number): void {
    const known = this.#waiting.get(key);
    if (known) known.times += times;
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, { entry, times });
  }

  async #write(): Promise<void> {
    // Always in the same order, so that two processes do not deadlock.
    const rejections = [...this.#waiting].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#waiting.clear();
    for (let at = 0; at < rejections.length; at += TOGETHER) {
      await yieldToPresses();
      const some = rejections.slice(at, at + TOGETHER);
      try {
        await this.#db.transaction().execute(async (tx) => {
          for (const [, { entry, times }] of some) await recordRejection(tx, entry, times);
        });
      } catch (error) {
        // Counted again with the next rejection.
        for (const [key, { entry, times }] of rejections.slice(at)) this.#count(key, entry, times);
        throw error;
      }
    }
  }
}
