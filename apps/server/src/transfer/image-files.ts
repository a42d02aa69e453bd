import { imageKey } from '@callpoint/contract/images';
import { sql } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { folderStore } from '../images/folder-store.ts';
import { readTables } from './tables.ts';
import { TransferError, type Summary } from './parts.ts';

/**
 * The table whose rows are files where the images are in a folder: copies contain them as rows of this table, so that they
 * can be restored on either database.
 */
export const IMAGE_TABLE = 'image_content';

const BATCH_SIZE = 200;

/** The images of a folder, as rows of the table. Images without a file are left out. */
export async function* readImageFiles(db: Db, folder: string): AsyncGenerator<Record<string, unknown>> {
  const store = folderStore(folder);
  for await (const images of getDialect(db).readRows(db, 'image', ['key', 'stored_at'], BATCH_SIZE)) {
    for (const image of images) {
      if (image['stored_at'] === null) continue;
      const key = String(image['key']);
      const [content, thumbnail] = [await store.read(key, 'full'), await store.read(key, 'thumbnail')];
      if (content && thumbnail) yield { key, content, thumbnail };
    }
  }
}

/** Writes rows of the table to files. */
export async function writeImageFiles(
  folder: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const store = folderStore(folder);
  for (const { key, content, thumbnail } of rows) {
    // Part of a path.
    if (!imageKey.safeParse(key).success) throw new TransferError('an image has an invalid key');
    await store.put(key as string, { full: content as Buffer, thumbnail: thumbnail as Buffer });
  }
}

/** How many images there are, wherever their content is. */
export async function countImages(db: Db): Promise<number> {
  // A database of an early version has none.
  if (!(await readTables(db)).some(({ table }) => table === IMAGE_TABLE)) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from image where stored_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many of these images a copy does not have: another store has them, or they were lost. */
export function missingImages(images: number, summary: Summary): number {
  return images - (summary.get(IMAGE_TABLE)?.rows ?? 0);
}
