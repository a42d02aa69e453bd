import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { imageFolder } from '../images/open-store.ts';
import { readOrigin, type BackupResult } from './backup.ts';
import { fillDatabase } from './fill-database.ts';
import { countImages, missingImages } from './image-files.ts';
import { TransferError } from './parts.ts';
import { inSnapshot, readParts } from './read-parts.ts';
import { reserve, withTarget } from './restore.ts';
import { readOtherTables } from './tables.ts';

export type MoveResult = Pick<BackupResult, 'summary' | 'missingImages' | 'otherTables'>;

/** Throws a TransferError if a server uses the database that is moved, as far as this can be known. */
export async function requireUnusedSource(location: DatabaseLocation): Promise<void> {
  await withSource(location, async () => {});
}

/** Copies everything to an empty database, and nothing is held: servers continue there. No server may use the source. */
export async function move(from: DatabaseLocation, to: DatabaseLocation): Promise<MoveResult> {
  return await withSource(from, (source) =>
    inSnapshot(source, async (snapshot) => {
      const origin = await readOrigin(snapshot);
      const folder = imageFolder(from);
      const images = await countImages(snapshot);
      const summary = await withTarget(to, (target) =>
        fillDatabase(target, to, { origin, parts: readParts(snapshot, folder) }, () => requireUnused(source)),
      );
      return {
        summary,
        missingImages: missingImages(images, summary),
        otherTables: await readOtherTables(snapshot),
      };
    }),
  );
}

async function withSource<Result>(
  location: DatabaseLocation,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const release = reserve(location);
  const db = openDatabase(location, () => {}, { isTransfer: true });
  try {
    await requireUnused(db);
    return await work(db);
  } finally {
    await db.destroy();
    release();
  }
}

/** What a server stored while its database is copied would be missing in the copy. */
async function requireUnused(db: Db): Promise<void> {
  if ((await getDialect(db).countServerConnections(db)) > 0)
    throw new TransferError('a Callpoint server is connected to it: stop all servers first');
}
