import type { Db } from '../db/tables.ts';
import type { ImageStore } from './image-store.ts';

/** Stores images in the database, so that all processes share them without further setup. */
export function tableStore(db: Db): ImageStore {
  return {
    async put(key, { full, thumbnail }) {
      await db
        .insertInto('image_content')
        .values({ key, content: full, thumbnail })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
    },
    async read(key, size) {
      const row = await db
        .selectFrom('image_content')
        .select(size === 'full' ? 'content as bytes' : 'thumbnail as bytes')
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? Buffer.from(row.bytes) : null;
    },
    async delete(keys) {
      await db.deleteFrom('image_content').where('key', 'in', keys).execute();
    },
  };
}
