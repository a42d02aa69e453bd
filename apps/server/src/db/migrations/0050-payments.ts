import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** What the payment provider reports about subscriptions, and the changes that people have requested there. */
export async function addPayments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('subscription').addColumn('status', 'text').execute();
  await db.schema.alterTable('subscription').addColumn('price_id', 'text').execute();
  await db.schema.alterTable('subscription').addColumn('amount', 'integer').execute();
  await db.schema.alterTable('subscription').addColumn('currency', 'text').execute();
  await db.schema.alterTable('subscription').addColumn('term_unit', 'text').execute();
  await db.schema.alterTable('subscription').addColumn('term_count', 'integer').execute();
  await db.schema.alterTable('subscription').addColumn('unpaid_since', moment).execute();
  await db.schema
    .alterTable('subscription')
    .addColumn('reads_started', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('subscription')
    .addColumn('read_stored', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await dialect
    .addId(db.schema.createTable('payment_customer'))
    .addColumn('team_id', 'integer', (c) => c.notNull().unique().references('team.id'))
    .addColumn('customer_id', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('checked_at', moment)
    .execute();
  await sql`create index payment_customer_checked_at on payment_customer (checked_at)`.execute(db);
  await dialect
    .addId(db.schema.createTable('payment_change'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('price_id', 'text')
    .addColumn('max_users', 'integer')
    .addColumn('prior_max_users', 'integer')
    .addColumn('subscription_id', 'text')
    .addColumn('actor_role', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('settled_at', moment)
    .execute();
  await sql`create unique index payment_change_open on payment_change (team_id) where settled_at is null`.execute(
    db,
  );
  await sql`create index payment_change_team_id on payment_change (team_id, id)`.execute(db);
}
