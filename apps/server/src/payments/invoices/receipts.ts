import type { FastifyBaseLogger } from 'fastify';
import type { Stripe } from 'stripe';
import { claimDueEmail, type EmailOwnership } from '../../db/due-emails.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { intentsOf } from './invoice-state.ts';
import { isReceiptTooLate } from './receipt-due.ts';
import { receiptText, type ReceiptText } from './receipt-text.ts';
import { PaymentsUnavailable, type PaymentService } from '../provider/service.ts';

/** Receipts that one run sends; the next run continues. */
const MOST_RECEIPTS = 50;

export type ReceiptNeeds = {
  /** Sends an email; null if email is not configured: receipts wait. */
  sendEmail:
    | ((email: ReceiptText & { to: string; messageId: string }, ownership: EmailOwnership) => Promise<void>)
    | null;
  publicUrl: string;
  log: FastifyBaseLogger;
};

type Invoice = Row<'payment_invoice'>;

/**
 * Sends the receipts that are due. A receipt is claimed before it is sent, so that of several processes one sends it:
 * each claim starts when it is made, because a run can take longer than one. The receipt is marked as sent after the mail
 * server accepted it. If the process ends in between, it is sent again with the same Message-ID. Returns how many were
 * sent.
 */
export async function sendReceipts(
  service: PaymentService,
  { sendEmail, publicUrl, log }: ReceiptNeeds,
  { now = () => new Date(), stopping }: { now?: () => Date; stopping?: AbortSignal } = {},
): Promise<number> {
  if (!sendEmail) return 0;
  let sent = 0;
  for (let tried = 0; tried < MOST_RECEIPTS; tried += 1) {
    if (stopping?.aborted) break;
    const claimed = await claimDueEmail(service.payments, 'payment_invoice', now);
    if (!claimed) break;
    const invoice = claimed.due;
    if (invoice.paid_at === null || isReceiptTooLate(invoice.paid_at, now())) {
      await settle(service.payments, invoice, null);
      continue;
    }
    try {
      const email = await readReceipt(service, invoice, publicUrl);
      await sendEmail({ ...email, messageId: `receipt-${invoice.invoice_id}` }, claimed.ownership);
      await settle(service.payments, invoice, now());
      sent += 1;
    } catch (error) {
      // The claim ends after a while, and another attempt follows.
      const kind = error instanceof PaymentsUnavailable ? 'no payment keys' : (error as Error).name;
      log.warn({ invoice: invoice.id, subscriber: invoice.team_id, kind }, 'a receipt was not sent');
    }
  }
  return sent;
}

/**
 * No further attempt follows, unless another process has claimed the receipt since, which then decides.
 * @param invoice as it was before the claim
 * @param sentAt null: it was not sent
 */
async function settle(db: PaymentsDb, { id, receipt_attempts }: Invoice, sentAt: Date | null): Promise<void> {
  await db
    .updateTable('payment_invoice')
    .set({ receipt_due_at: null, ...(sentAt && { receipt_sent_at: sentAt.toISOString() }) })
    .where('id', '=', id)
    .where('receipt_attempts', '=', receipt_attempts + 1)
    .execute();
}

/** What the receipt says, read from the provider: its links expire, and no digits of a card are stored. */
async function readReceipt(
  service: PaymentService,
  { invoice_id, team_id }: Invoice,
  publicUrl: string,
): Promise<ReceiptText & { to: string }> {
  const stripe = await service.open();
  const invoice = await stripe.invoices.retrieve(invoice_id, { expand: ['payments'] });
  const { email } = await service.payments
    .selectFrom('team')
    .select('email')
    .where('id', '=', team_id)
    .executeTakeFirstOrThrow();
  return { to: email, ...receiptText(invoice, await lastDigits(stripe, invoice), publicUrl) };
}

/** The last four digits of the card that paid an invoice; null if it was not paid by card. */
async function lastDigits(stripe: Stripe, invoice: Stripe.Invoice): Promise<string | null> {
  for (const payment_intent of intentsOf(invoice)) {
    const { data } = await stripe.charges.list({ payment_intent, limit: 100 });
    const charge = data.find(({ status }) => status === 'succeeded');
    if (charge) return charge.payment_method_details?.card?.last4 ?? null;
  }
  return null;
}
