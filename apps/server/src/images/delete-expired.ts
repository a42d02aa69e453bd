import type { Db } from '../db/tables.ts';
import type { ImageStore } from './image-store.ts';

const BATCH_SIZE = 50;

/**
 * Deletes images whose time has passed: those of purged forms, and uploads that no form contains. The content is deleted
 * before the row, so that a crash in between leaves a row for the next run. Call it again until it returns 0.
 */
export async function deleteExpiredImages(db: Db, store: ImageStore, now = new Date()): Promise<number> {
  const until = now.toISOString();
  const expired = await db
    .selectFrom('image')
    .select('key')
    .where('expires_at', '<', until)
    .limit(BATCH_SIZE)
    .execute();
  if (expired.length === 0) return 0;
  const found = expired.map(({ key }) => key);
  // An image that a form reserved in the meantime is not marked, and stays.
  const marked = await db
    .updateTable('image')
    .set({ stored_at: null })
    .where('key', 'in', found)
    .where('expires_at', '<', until)
    .returning('key')
    .execute();
  const keys = marked.map(({ key }) => key);
  if (keys.length > 0) {
    await store.delete(keys);
    await db.deleteFrom('image').where('key', 'in', keys).execute();
  }
  return found.length;
}
