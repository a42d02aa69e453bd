import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Push subscriptions of consoles: they have no app user, and those of administrators no subscriber. SQLite cannot make a
 * column nullable, so both tables are created again with their rows.
 */
export async function addConsolePush(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect
    .addId(db.schema.createTable('new_push_subscription'), 'given')
    .addColumn('session_id', 'integer', (c) => c.notNull().references('session.id').onDelete('cascade'))
    .addColumn('app_user_id', 'integer', (c) => c.references('app_user.id').onDelete('cascade'))
    .addColumn('team_id', 'integer')
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('endpoint_hash', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .execute();
  await dialect
    .addId(db.schema.createTable('new_push_message'), 'given')
    .addColumn('subscription_id', 'integer', (c) =>
      c.notNull().references('new_push_subscription.id').onDelete('cascade'),
    )
    .addColumn('team_id', 'integer', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .addColumn('due_at', dialect.momentType)
    .execute();
  // The messages refer to the subscriptions: they are copied later, and dropped first.
  for (const table of ['push_subscription', 'push_message'])
    await sql`insert into ${sql.table(`new_${table}`)} select * from ${sql.table(table)}`.execute(db);
  for (const table of ['push_message', 'push_subscription']) {
    await db.schema.dropTable(table).execute();
    await db.schema.alterTable(`new_${table}`).renameTo(table).execute();
    await dialect.continueIds(db, table);
  }
  await sql`create index push_subscription_user on push_subscription (app_user_id)`.execute(db);
  await sql`create index push_subscription_session on push_subscription (session_id)`.execute(db);
  await sql`create unique index push_message_topic on push_message (subscription_id, topic)`.execute(db);
  await sql`create index push_message_due on push_message (due_at) where due_at is not null`.execute(db);
  await sql`create index push_message_created_at on push_message (created_at)`.execute(db);
}
