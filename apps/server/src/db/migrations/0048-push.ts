import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Push messages to phones: the server's keys, the subscriptions of phones, and the messages to send. */
export async function addPush(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect
    .addId(db.schema.createTable('push_key'))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .execute();
  await dialect
    .addId(db.schema.createTable('push_subscription'))
    .addColumn('session_id', 'integer', (c) => c.notNull().references('session.id').onDelete('cascade'))
    .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id').onDelete('cascade'))
    .addColumn('team_id', 'integer', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('endpoint_hash', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .execute();
  await sql`create index push_subscription_user on push_subscription (app_user_id)`.execute(db);
  await sql`create index push_subscription_session on push_subscription (session_id)`.execute(db);
  await dialect
    .addId(db.schema.createTable('push_message'))
    .addColumn('subscription_id', 'integer', (c) =>
      c.notNull().references('push_subscription.id').onDelete('cascade'),
    )
    .addColumn('team_id', 'integer', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .addColumn('due_at', dialect.momentType)
    .execute();
  await sql`create unique index push_message_topic on push_message (subscription_id, topic)`.execute(db);
  await sql`create index push_message_due on push_message (due_at) where due_at is not null`.execute(db);
  await sql`create index push_message_created_at on push_message (created_at)`.execute(db);
}
