import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { backoffAfter } from '../../scheduling/backoff.ts';
import { HOUR, MINUTE } from '../../scheduling/durations.ts';
import { intentsOf } from './invoice-state.ts';
import { isReceiptTooLate } from './receipt-due.ts';
import { receiptText, type ReceiptText } from './receipt-text.ts';
import { PaymentsUnavailable, type PaymentService } from '../provider/service.ts';

/** Receipts that one run sends; the next run continues. */
const MOST_RECEIPTS = 50;
/** Waits between the attempts to send one receipt. */
const RETRIES = { first: 5 * MINUTE, longest: 6 * HOUR };

export type ReceiptNeeds = {
  /** Sends an email; null if email is not configured: receipts wait. */
  sendEmail: ((email: ReceiptText & { to: string; messageId: string }) => Promise<void>) | null;
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
    const invoice = await claimReceipt(service.payments, now());
    if (!invoice) break;
    if (invoice.paid_at === null || isReceiptTooLate(invoice.paid_at, now())) {
      await settle(service.payments, invoice, null);
      continue;
    }
    try {
      const email = await readReceipt(service, invoice, publicUrl);
      await sendEmail({ ...email, messageId: `receipt-${invoice.invoice_id}` });
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

/** A receipt that is due, which no other process gets until its next attempt. */
async function claimReceipt(db: PaymentsDb, now: Date): Promise<Invoice | null> {
  return await db.transaction(async (tx) => {
    const due = await tx
      .selectFrom('payment_invoice')
      .selectAll()
      .where('receipt_due_at', 'is not', null)
      .where('receipt_due_at', '<=', now.toISOString())
      .orderBy('receipt_due_at')
      .orderBy('id')
      .limit(1)
      .modifyEnd(tx.rowLock('update skip locked'))
      .executeTakeFirst();
    if (!due) return null;
    const next = now.getTime() + backoffAfter(due.receipt_attempts + 1, RETRIES);
    await tx
      .updateTable('payment_invoice')
      .set({
        receipt_due_at: new Date(next).toISOString(),
        receipt_attempts: sql<number>`receipt_attempts + 1`,
      })
      .where('id', '=', due.id)
      .execute();
    return due;
  });
}

/** No further attempt follows. @param sentAt null: it was not sent */
async function settle(db: PaymentsDb, { id }: Invoice, sentAt: Date | null): Promise<void> {
  await db
    .updateTable('payment_invoice')
    .set({ receipt_due_at: null, ...(sentAt && { receipt_sent_at: sentAt.toISOString() }) })
    .where('id', '=', id)
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
