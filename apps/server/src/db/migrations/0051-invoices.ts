import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The invoices of the payment provider, and their receipts. Earlier payments of customers get none. */
export async function addInvoices(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('payment_customer').addColumn('receipts_from', moment).execute();
  await sql`update payment_customer set receipts_from = ${new Date().toISOString()}, checked_at = null`.execute(
    db,
  );
  await dialect
    .addId(db.schema.createTable('payment_invoice'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('invoice_id', 'text', (c) => c.notNull().unique())
    .addColumn('subscription_id', 'text')
    .addColumn('number', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('amount_due', 'integer', (c) => c.notNull())
    .addColumn('amount_paid', 'integer', (c) => c.notNull())
    .addColumn('amount_refunded', 'integer', (c) => c.notNull())
    .addColumn('is_disputed', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('paid_at', moment)
    .addColumn('failed_at', moment)
    .addColumn('next_attempt_at', moment)
    .addColumn('receipt_sent_at', moment)
    .addColumn('receipt_due_at', moment)
    .addColumn('receipt_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reads_started', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('read_stored', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index payment_invoice_team_id on payment_invoice (team_id, id)`.execute(db);
  await sql`create index payment_invoice_team_id_created_at on payment_invoice (team_id, created_at, id)`.execute(
    db,
  );
  await sql`create index payment_invoice_created_at on payment_invoice (created_at, id)`.execute(db);
  await sql`create index payment_invoice_receipt_due_at on payment_invoice (receipt_due_at) where receipt_due_at is not null`.execute(
    db,
  );
}
