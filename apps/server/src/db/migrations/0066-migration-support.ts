import type { Kysely } from 'kysely';

export const worksSince = '0065-pending-by-lane';

/** Which older versions work with the tables, so that they can run next to a newer one. */
export async function addMigrationSupport(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('migration_support')
    .addColumn('migration', 'text', (c) => c.primaryKey().notNull())
    .addColumn('works_since', 'text', (c) => c.notNull())
    .execute();
}
