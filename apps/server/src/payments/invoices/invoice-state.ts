import type { Stripe } from 'stripe';
import type { Row } from '../../db/rows.ts';
import { idOf, momentOf } from '../provider/reported-values.ts';

export type ReportedInvoice = Omit<
  Row<'payment_invoice'>,
  | 'id'
  | 'team_id'
  | 'receipt_sent_at'
  | 'receipt_due_at'
  | 'receipt_attempts'
  | 'reads_started'
  | 'read_stored'
>;

export interface ReadInvoice {
  invoice: Stripe.Invoice;
  /** All attempts to charge a card for it. */
  charges: readonly Stripe.Charge[];
  /** All disputes of these charges. */
  disputes: readonly Stripe.Dispute[];
}

/** States of a dispute in which the subscriber's payment stands. */
const SETTLED = ['won', 'warning_closed', 'prevented'];

/** The columns of an invoice as the provider reports it. */
export function reportedInvoice({ invoice, charges, disputes }: ReadInvoice): ReportedInvoice {
  const failed = charges.filter(({ status }) => status === 'failed').map(({ created }) => created);
  return {
    invoice_id: invoice.id,
    subscription_id: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? 'draft',
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    amount_refunded: charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    is_disputed: disputes.some(({ status }) => !SETTLED.includes(status)) ? 1 : 0,
    currency: invoice.currency,
    created_at: momentOf(invoice.created),
    paid_at: momentOrNull(invoice.status_transitions.paid_at),
    failed_at: failed.length === 0 ? null : momentOf(Math.max(...failed)),
    next_attempt_at: momentOrNull(invoice.next_payment_attempt),
  };
}

/** The payment intents that were created for an invoice. Its `payments` must be expanded. */
export function intentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

function momentOrNull(seconds: number | null): string | null {
  return seconds === null ? null : momentOf(seconds);
}
