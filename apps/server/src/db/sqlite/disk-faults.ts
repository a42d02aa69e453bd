import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { isOfDisk } from './faults.ts';

/** Called when the disk has not stored a change, or could not be read. */
export type OnDiskFault = (fault: DatabaseUnavailable) => void;

/**
 * Runs the statements of one connection. After a fault of the disk, SQLite may have rolled the transaction back by itself:
 * later statements of it would be stored without the earlier ones. They get the same error instead.
 */
export class DiskFaults {
  readonly #database: DatabaseSync;
  readonly #onDiskFault: OnDiskFault;
  /** What ended the transaction of the caller that has the connection. */
  #ended: DatabaseUnavailable | null = null;

  constructor(database: DatabaseSync, onDiskFault: OnDiskFault) {
    this.#database = database;
    this.#onDiskFault = onDiskFault;
  }

  /** Runs a statement; throws `DatabaseUnavailable` for a fault of the disk. */
  run<Result>(statement: () => Result): Result {
    if (this.#ended) throw this.#ended;
    const wasInTransaction = this.#database.isTransaction;
    try {
      return statement();
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      const fault = new DatabaseUnavailable(error);
      this.#onDiskFault(fault);
      if (wasInTransaction && !this.#database.isTransaction) this.#ended = fault;
      throw fault;
    }
  }

  /** Call it when another caller gets the connection. */
  forgetTransaction(): void {
    this.#ended = null;
  }
}
