import { dirname } from 'node:path';
import { openDatabase, exists as databaseExists, type DatabaseLocation } from '../db/connection.ts';
import { executedMigrations } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { imageFolder } from '../images/open-store.ts';
import { versionProblem } from './fill-database.ts';
import { countImages, missingImages } from './image-files.ts';
import { nameOf } from './location-url.ts';
import { TransferError, type Origin, type Summary } from './parts.ts';
import { openBackup } from './read-file.ts';
import { inSnapshot, readParts, summarize } from './read-parts.ts';
import { readOtherTables, readTables } from './tables.ts';
import { exists, incompleteName, publish, removeIncomplete, writeIncomplete } from './write-file.ts';

export type BackupResult = {
  summary: Summary;
  origin: Origin;
  missingImages: number;
  /** Tables of the database that are not of Callpoint, and not in the backup. */
  otherTables: string[];
};

/** Why a backup cannot have this name: one line for each problem. */
export async function backupFileProblems(file: string): Promise<string[]> {
  if (await exists(file)) return [`${file} exists already: a backup never replaces a file`];
  if (await exists(incompleteName(file)))
    return [
      `${incompleteName(file)} exists: another backup is writing it, or was interrupted. In that case delete it`,
    ];
  return (await exists(dirname(file))) ? [] : [`the folder ${dirname(file)} does not exist`];
}

/** Why a database cannot be read: one line for each problem. */
export function sourceProblems(location: DatabaseLocation): string[] {
  if (databaseExists(location)) return [];
  return [`${nameOf(location)}: there is no database`];
}

/** Where the content of a database is from. Throws if this version cannot copy it. */
export async function readOrigin(db: Db): Promise<Origin> {
  if ((await readTables(db)).length === 0) throw new TransferError('the database has no tables');
  const migrations = await executedMigrations(db);
  const problem = versionProblem({ migrations });
  if (problem !== null) throw new TransferError(`the database cannot be copied: ${problem}`);
  return { createdAt: new Date().toISOString(), migrations };
}

/** Writes a backup of the database, of one moment, and verifies what was written. Servers can be running. */
export async function backUp(location: DatabaseLocation, file: string): Promise<BackupResult> {
  const db = openDatabase(location, () => {}, { isTransfer: true });
  try {
    const { origin, images, otherTables } = await inSnapshot(db, async (snapshot) => {
      const found = await readOrigin(snapshot);
      await writeIncomplete(file, found, readParts(snapshot, imageFolder(location)));
      return {
        origin: found,
        images: await countImages(snapshot),
        otherTables: await readOtherTables(snapshot),
      };
    });
    try {
      const { parts } = await openBackup(incompleteName(file));
      const summary = await summarize(parts);
      await publish(file);
      return { summary, origin, missingImages: missingImages(images, summary), otherTables };
    } catch (error) {
      await removeIncomplete(file);
      throw error;
    }
  } finally {
    await db.destroy();
  }
}
