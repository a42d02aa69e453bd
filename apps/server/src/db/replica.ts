import type { Db } from './tables.ts';

type Replica = { db: Db; onFault: (error: unknown) => void };

const replicas = new WeakMap<Db, Replica>();

/**
 * Gives a connection a replica for reads that may be a second old. `onFault` gets the error of a read that is then
 * repeated on the connection itself.
 */
export function attachReplica(db: Db, replica: Db, onFault: Replica['onFault']): void {
  replicas.set(db, { db: replica, onFault });
}

/** Runs a read that may be a second old: on the replica if there is one and it responds. */
export async function readFromReplica<Result>(db: Db, read: (from: Db) => Promise<Result>): Promise<Result> {
  const replica = replicas.get(db);
  if (!replica) return await read(db);
  try {
    return await read(replica.db);
  } catch (error) {
    replica.onFault(error);
    return await read(db);
  }
}
