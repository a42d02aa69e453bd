import { DatabaseUnavailable } from './postgres/unavailable.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import type { Db } from './tables.ts';

/** `silentUntil`: milliseconds since the start of the process. */
type Replica = { db: Db; onFault: (error: unknown) => void; silentUntil: number };

/** Milliseconds without reads after a fault: each would wait for the replica first. */
const REST = 30_000;

const replicas = new WeakMap<Db, Replica>();

/**
 * Gives a connection a replica for reads that may be a second old. `onFault` gets the error of a read that is then
 * repeated on the connection itself.
 */
export function attachReplica(db: Db, replica: Db, onFault: Replica['onFault']): void {
  replicas.set(db, { db: replica, onFault, silentUntil: 0 });
}

/** Runs a read that may be a second old: on the replica if there is one and it responds. */
export async function readFromReplica<Result>(db: Db, read: (from: Db) => Promise<Result>): Promise<Result> {
  const replica = replicas.get(db);
  if (!replica || performance.now() < replica.silentUntil) return await read(db);
  try {
    return await withQueryLimit('replica', () => read(replica.db));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) replica.silentUntil = performance.now() + REST;
    replica.onFault(error);
    return await read(db);
  }
}
