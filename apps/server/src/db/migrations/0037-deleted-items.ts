import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Deleted records, plans and app users, which can be restored for a while. */
export async function addDeletedItems(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('app_user').addColumn('removed_at', moment).execute();
  await dialect
    .addId(db.schema.createTable('deleted_item'))
    .addColumn('team_id', 'integer', (c) => c.references('team.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('row_id', 'integer', (c) => c.notNull())
    .addColumn('item_id', 'integer')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('deleted_at', moment, (c) => c.notNull())
    .addColumn('deleted_by', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
  await sql`create unique index deleted_item_row on deleted_item (kind, row_id)`.execute(db);
  await sql`create index deleted_item_team_id on deleted_item (team_id, id)`.execute(db);
  await sql`create index deleted_item_deleted_at on deleted_item (deleted_at)`.execute(db);
}
