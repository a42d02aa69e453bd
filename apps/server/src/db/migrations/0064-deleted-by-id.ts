import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Whose account deleted an item. */
export async function addDeletedById(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await db.schema.alterTable('deleted_item').addColumn('deleted_by_id', 'integer').execute();
}
