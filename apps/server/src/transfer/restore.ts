import { exists, openDatabase, reserveDatabase, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { fillDatabase, targetProblem, versionProblem } from './fill-database.ts';
import { holdRestored, type Held } from './hold-restored.ts';
import { TransferError, type Origin, type Summary } from './parts.ts';
import { openBackup } from './read-file.ts';
import { inSnapshot, summarize } from './read-parts.ts';

export type RestoreResult = { origin: Origin; summary: Summary; held: Held };

/** Verifies all of a backup. Throws a TransferError. */
export async function verifyBackup(file: string): Promise<void> {
  const { origin, parts } = await openBackup(file);
  const problem = versionProblem(origin);
  if (problem !== null) throw new TransferError(`the backup cannot be restored: ${problem}`);
  await summarize(parts);
}

/**
 * Runs `work` on an empty database that no server uses. Throws a TransferError if it is in use or not empty.
 */
export async function withTarget<Result>(
  location: DatabaseLocation,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const release = reserve(location);
  const db = openDatabase(location, () => {}, { isTransfer: true });
  try {
    const problem = await inSnapshot(db, targetProblem);
    if (problem !== null) throw new TransferError(problem);
    return await work(db);
  } finally {
    await db.destroy();
    release();
  }
}

/** Locks a database that only one server may use. Throws a TransferError if one is running. */
export function reserve(location: DatabaseLocation): () => void {
  try {
    return reserveDatabase(location);
  } catch (error) {
    throw new TransferError((error as Error).message);
  }
}

/** Throws a TransferError if the database cannot be filled. Creates nothing. */
export async function requireEmpty(location: DatabaseLocation): Promise<void> {
  if (exists(location)) await withTarget(location, async () => {});
}

/** Restores a backup that was verified. What it would send by itself is held. */
export async function restore(file: string, location: DatabaseLocation): Promise<RestoreResult> {
  const { origin, parts } = await openBackup(file);
  return await withTarget(location, async (db) => {
    let held: Held | undefined;
    const summary = await fillDatabase(db, location, { origin, parts }, async (tx) => {
      held = await holdRestored(tx, new Date());
    });
    if (!held) throw new Error('nothing was held');
    return { origin, summary, held };
  });
}
