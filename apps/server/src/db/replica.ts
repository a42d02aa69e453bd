import { readPrimaryState, ReplicaUnsuitable, requireSuitableReplica } from './postgres/replication.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';
import { Overloaded } from '../scheduling/overloaded.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import type { Db } from './tables.ts';

/** `silentUntil`: milliseconds since the start of the process. */
type Replica = { db: Db; onFault: (error: unknown) => void; silentUntil: number };

/** Milliseconds without reads after a fault: each would wait for the replica first. */
const REST = 30_000;

const replicas = new WeakMap<Db, Replica>();

/**
 * Gives a connection a replica for reads that take long. `onFault` gets the error of a read that is then
 * repeated on the connection itself.
 */
export function attachReplica(db: Db, replica: Db, onFault: Replica['onFault']): void {
  replicas.set(db, { db: replica, onFault, silentUntil: 0 });
}

/** Errors of our code. */
const OF_CODE = [TypeError, RangeError, ReferenceError];

/**
 * True for an error of the read itself, which has a response (`status`) or is one of our code, or whose caller has gone: on the
 * primary, it would fail again. Errors of the connection have no common type: some of pg have not even a code.
 */
function isOfRead(error: unknown): boolean {
  if (OF_CODE.some((type) => error instanceof type)) return true;
  const { name, status } = error as { name?: unknown; status?: unknown };
  return name === 'AbortError' || typeof status === 'number';
}

/**
 * Runs a read on the replica if there is one, it responds, and it has all changes that the primary had when the read
 * started. Otherwise runs it on the connection itself, like all others in the next half minute. Rejects with `Overloaded` if it
 * waits too long for a connection to the replica because other calls use them.
 */
export async function readFromReplica<Result>(db: Db, read: (from: Db) => Promise<Result>): Promise<Result> {
  const replica = replicas.get(db);
  if (!replica || performance.now() < replica.silentUntil) return await read(db);
  const primary = await readPrimaryState(db);
  try {
    return await withQueryLimit('replica', async () => {
      await requireSuitableReplica(replica.db, primary);
      return await read(replica.db);
    });
  } catch (error) {
    // The replica responds to others. What is too much for it would be too much for the primary, which also stores presses.
    if (error instanceof Overloaded || isOfRead(error)) throw error;
    if (error instanceof DatabaseUnavailable || error instanceof ReplicaUnsuitable) {
      replica.silentUntil = performance.now() + REST;
    }
    replica.onFault(error);
    return await read(db);
  }
}
