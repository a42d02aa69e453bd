import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Images that phones upload for form 1, and their content where the database stores it. */
export async function addImages(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('image'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('client_id', 'text')
    // Without a reference: the row stays while the form is among the deleted items.
    .addColumn('form_submission_id', 'integer')
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('stored_at', moment)
    .addColumn('expires_at', moment)
    .execute();
  await sql`create unique index image_key on image (key)`.execute(db);
  await sql`create index image_team on image (team_id, bytes)`.execute(db);
  await sql`create index image_upload on image (app_user_id, created_at)`.execute(db);
  await sql`create index image_content_hash on image (app_user_id, content_hash)`.execute(db);
  await sql`create index image_form on image (form_submission_id)`.execute(db);
  await sql`create index image_expires_at on image (expires_at)`.execute(db);
  await db.schema
    .createTable('image_content')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('content', dialect.bytesType, (c) => c.notNull())
    .addColumn('thumbnail', dialect.bytesType, (c) => c.notNull())
    .execute();
}
