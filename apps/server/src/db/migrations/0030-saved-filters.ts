import type { Kysely } from 'kysely';

/** Filters of lists that accounts have saved. */
export async function addSavedFilters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_filter')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('saved_filter_account')
    .on('saved_filter')
    .columns(['role', 'account_id', 'list', 'name'])
    .unique()
    .execute();
}
