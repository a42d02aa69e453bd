import type { Stripe } from 'stripe';
import { readDisputes } from './disputes.ts';
import { idOf } from '../provider/reported-values.ts';
import { intentsOf, reportedInvoice, type ReadInvoice } from './invoice-state.ts';
import type { PaymentService } from '../provider/service.ts';
import { syncInvoice } from './sync-invoice.ts';

/** Newest invoices and charges of a customer that are compared. */
const MOST = 100;

/**
 * Syncs the invoices of a customer that differ from the provider's, and returns their ids at the provider. One page of invoices and
 * one of charges is read: older invoices no longer change.
 */
export async function compareInvoices(
  service: PaymentService,
  stripe: Stripe,
  customer: string,
  now: Date,
): Promise<string[]> {
  const charges = await stripe.charges.list({ customer, limit: MOST });
  // All charges of invoices from this moment on are in the page.
  const since = charges.has_more ? Math.min(...charges.data.map(({ created }) => created)) : 0;
  const invoices = await stripe.invoices.list({ customer, limit: MOST, expand: ['data.payments'] });
  const differed: string[] = [];
  for (const invoice of invoices.data) {
    if (invoice.created < since) continue;
    const intents = intentsOf(invoice);
    const attempts = charges.data.filter(({ payment_intent }) =>
      intents.includes(idOf(payment_intent) ?? ''),
    );
    const read = { invoice, charges: attempts, disputes: await readDisputes(stripe, attempts) };
    if (await isStored(service, read)) continue;
    await syncInvoice(service, invoice.id, now);
    differed.push(invoice.id);
  }
  return differed;
}

async function isStored({ payments }: PaymentService, read: ReadInvoice): Promise<boolean> {
  const row = await payments
    .selectFrom('payment_invoice')
    .selectAll()
    .where('invoice_id', '=', read.invoice.id)
    .executeTakeFirst();
  if (!row) return false;
  const columns = reportedInvoice(read);
  return Object.entries(columns).every(([name, value]) => row[name as keyof typeof columns] === value);
}
