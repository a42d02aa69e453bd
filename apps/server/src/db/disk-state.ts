import { getDialect } from './dialect.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';
import type { Db } from './tables.ts';

/** Whether the disk of a database stored the last change of this process. */
export class DiskState {
  /** Why it did not; null if it did, as far as is known. */
  fault: DatabaseUnavailable | null = null;

  readonly note = (fault: DatabaseUnavailable): void => {
    this.fault = fault;
  };
}

const states = new WeakMap<Db, DiskState>();

export function rememberDisk(db: Db, state: DiskState): void {
  states.set(db, state);
}

/** Why the disk of an open database cannot store changes; null if it can. */
export function diskFault(db: Db): DatabaseUnavailable | null {
  return states.get(db)?.fault ?? null;
}

/**
 * After a fault of the disk, finds out whether it stores changes again.
 * Throws `DatabaseUnavailable` if it does not.
 */
export async function requireDisk(db: Db): Promise<void> {
  const state = states.get(db);
  if (!state?.fault) return;
  const { checkSpace } = getDialect(db);
  try {
    await checkSpace(db);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    // It does not allow the check, e.g. no temporary table: the next change will show it.
  }
  state.fault = null;
}
