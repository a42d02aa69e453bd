import { join } from 'node:path';
import type { S3Settings } from '../config/s3-url.ts';
import { dataFolder, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { folderStore } from './folder-store.ts';
import { withEarlierStore, type ImageStore } from './image-store.ts';
import { s3Store } from './s3-store.ts';
import { tableStore } from './table-store.ts';

/**
 * The store of images: the configured bucket; without one, a folder next to the database, or a table if several servers
 * share the database.
 */
export function openImageStore(
  db: Db,
  location: DatabaseLocation,
  bucket: S3Settings | null = null,
): ImageStore {
  const folder = imageFolder(location);
  const own = folder === null ? tableStore(db) : folderStore(folder);
  return bucket ? withEarlierStore(s3Store(bucket), own) : own;
}

/** The folder with images next to the database; null where a table contains them. */
export function imageFolder(location: DatabaseLocation): string | null {
  const folder = dataFolder(location);
  return folder === null ? null : join(folder, 'images');
}
