import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** The text of messages in a table of its own: messages to several recipients share one row of it. */
export async function messageText(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const isPostgres = kind === 'postgres';
  const table = db.schema.createTable('message_text');
  // Without autoincrement SQLite gives the id of a deleted last row to the next one.
  const withId = isPostgres
    ? table.addColumn('id', 'integer', (id) => id.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (id) => id.autoIncrement().primaryKey().notNull());
  await withId
    .addColumn('subject', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('html', 'text')
    .execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('text_id', 'integer', (c) => c.references('message_text.id'))
    .execute();

  await sql`insert into message_text (id, subject, body, html)
    select id, subject, body, html from delivery where purged_at is null`.execute(db);
  await sql`update delivery set text_id = id where purged_at is null`.execute(db);
  if (isPostgres) {
    await sql`select setval(pg_get_serial_sequence('message_text', 'id'), max(id)) from message_text
      having max(id) is not null`.execute(db);
  }
  for (const column of ['subject', 'body', 'html']) {
    await db.schema.alterTable('delivery').dropColumn(column).execute();
  }
  await sql`create index delivery_text_id on delivery (text_id) where text_id is not null`.execute(db);
}
