import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** For SMS: receipts, opt-outs and consent. For all messages: lanes, bounced addresses and retention. */
export async function addSms(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;

  await db.schema.alterTable('delivery').addColumn('provider_id', 'text').execute();
  await db.schema.alterTable('delivery').addColumn('delivered_at', moment).execute();
  await db.schema.alterTable('delivery').addColumn('purged_at', moment).execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('lane', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  // Contains only purged messages; its last entry shows where the next purge continues.
  await sql`create index delivery_purged on delivery (id) where purged_at is not null`.execute(db);

  await db.schema.alterTable('app_user').addColumn('sms_consent', 'text').execute();

  await db.schema
    .createTable('sms_stop')
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('stopped_at', moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('sms_stop_pk', ['sender', 'number'])
    .execute();
  await db.schema
    .createTable('sms_reply')
    .addColumn('message_sid', 'text', (c) => c.primaryKey().notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('bad_address')
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('bad_address_pk', ['channel', 'address'])
    .execute();
}
