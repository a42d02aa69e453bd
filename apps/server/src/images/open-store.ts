import { join } from 'node:path';
import { dataFolder, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { folderStore } from './folder-store.ts';
import type { ImageStore } from './image-store.ts';
import { tableStore } from './table-store.ts';

/** The store of images without further settings: a folder next to the database, or a table if several servers share it. */
export function openImageStore(db: Db, location: DatabaseLocation): ImageStore {
  const folder = dataFolder(location);
  return folder === null ? tableStore(db) : folderStore(join(folder, 'images'));
}
