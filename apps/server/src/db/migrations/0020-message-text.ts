import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The texts of messages in a separate table: messages with the same text share a row. */
export async function addMessageText(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect
    .addId(db.schema.createTable('message_text'), 'given')
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
  await dialect.continueIds(db, 'message_text');
  for (const column of ['subject', 'body', 'html']) {
    await db.schema.alterTable('delivery').dropColumn(column).execute();
  }
  await sql`create index delivery_text_id on delivery (text_id) where text_id is not null`.execute(db);
}
