import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { readDisputes } from './disputes.ts';
import { readNumbers } from '../provider/read-numbers.ts';
import { idOf } from '../provider/reported-values.ts';
import { intentsOf, reportedInvoice, type ReadInvoice, type ReportedInvoice } from './invoice-state.ts';
import { isMissing } from '../provider/provider-errors.ts';
import { isReceiptDue } from './receipt-due.ts';
import type { PaymentService } from '../provider/service.ts';

/** As of `SyncOutcome`; `missing`: the provider does not know it, e.g. because a draft was deleted. */
export type InvoiceOutcome = 'stored' | 'superseded' | 'foreign' | 'missing';

type Customer = Pick<Row<'payment_customer'>, 'team_id' | 'receipts_from'>;

/**
 * Reads an invoice from the provider, with its refunds and disputes, and stores what it reports. Reads are numbered like
 * those of subscriptions: the result of a read is stored only if no later one is.
 */
export async function syncInvoice(
  service: PaymentService,
  id: string,
  now = new Date(),
): Promise<InvoiceOutcome> {
  const { payments } = service;
  const stripe = await service.open();
  for (;;) {
    const number = await startRead(payments, id);
    const read = await readInvoice(stripe, id);
    if (!read) {
      await deleteDraft(payments, id);
      return 'missing';
    }
    const customer = await findCustomerRow(payments, read.invoice);
    const columns = reportedInvoice(read);
    const dueAt = customer && isReceiptDue(columns, customer, now) ? now.toISOString() : null;
    if (number !== null) return await store(payments, columns, { number, dueAt });
    if (!customer) return 'foreign';
    // Another read may have added it first: this one had no number, and is repeated.
    if (await add(payments, columns, customer, dueAt)) return 'stored';
  }
}

/** The id of the invoice that a payment intent pays, or null. */
export async function invoiceOfIntent(service: PaymentService, intent: string): Promise<string | null> {
  const stripe = await service.open();
  const payment = { type: 'payment_intent', payment_intent: intent } as const;
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
  return idOf(data[0]?.invoice);
}

async function startRead(db: PaymentsDb, id: string): Promise<number | null> {
  const row = await db
    .updateTable('payment_invoice')
    .set({ reads_started: sql<number>`reads_started + 1` })
    .where('invoice_id', '=', id)
    .returning('reads_started')
    .executeTakeFirst();
  return row?.reads_started ?? null;
}

async function readInvoice(stripe: Stripe, id: string): Promise<ReadInvoice | null> {
  try {
    const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
    const charges: Stripe.Charge[] = [];
    for (const payment_intent of intentsOf(invoice)) {
      charges.push(...(await stripe.charges.list({ payment_intent, limit: 100 })).data);
    }
    return { invoice, charges, disputes: await readDisputes(stripe, charges) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function deleteDraft(db: PaymentsDb, id: string): Promise<void> {
  await db.deleteFrom('payment_invoice').where('invoice_id', '=', id).where('status', '=', 'draft').execute();
}

async function findCustomerRow(db: PaymentsDb, { customer }: Stripe.Invoice): Promise<Customer | null> {
  const row = await db
    .selectFrom('payment_customer')
    .select(['team_id', 'receipts_from'])
    .where('customer_id', '=', idOf(customer) ?? '')
    .executeTakeFirst();
  return row ?? null;
}

async function add(
  db: PaymentsDb,
  columns: ReportedInvoice,
  { team_id }: Customer,
  receipt_due_at: string | null,
): Promise<boolean> {
  const added = await db
    .insertInto('payment_invoice')
    .values({
      ...columns,
      team_id,
      receipt_sent_at: null,
      receipt_due_at,
      receipt_attempts: 0,
      reads_started: 0,
      read_stored: 0,
    })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

async function store(
  db: PaymentsDb,
  columns: ReportedInvoice,
  { number, dueAt }: { number: number; dueAt: string | null },
): Promise<InvoiceOutcome> {
  const stored = await db
    .updateTable('payment_invoice')
    .set({ ...columns, ...readNumbers(number) })
    .where('invoice_id', '=', columns.invoice_id)
    .where('read_stored', '<', number)
    .returning('id')
    .executeTakeFirst();
  if (!stored) return 'superseded';
  if (dueAt === null) return 'stored';
  await db
    .updateTable('payment_invoice')
    .set({ receipt_due_at: dueAt })
    .where('id', '=', stored.id)
    .where('receipt_sent_at', 'is', null)
    .where('receipt_due_at', 'is', null)
    .execute();
  return 'stored';
}
