import type { Row } from '../../db/rows.ts';
import { DAY } from '../../scheduling/durations.ts';

/** A receipt that could not be sent for this long is no longer sent: the subscriber finds the invoice on the profile. */
const LONGEST_WAIT = 30 * DAY;

/** Whether the subscriber should receive a receipt for an invoice, if it was not sent before. */
export function isReceiptDue(
  { status, amount_paid, paid_at }: Pick<Row<'payment_invoice'>, 'status' | 'amount_paid' | 'paid_at'>,
  { receipts_from }: Pick<Row<'payment_customer'>, 'receipts_from'>,
  now: Date,
): boolean {
  if (status !== 'paid' || amount_paid <= 0 || paid_at === null) return false;
  if (receipts_from !== null && paid_at < receipts_from) return false;
  return !isReceiptTooLate(paid_at, now);
}

export function isReceiptTooLate(paidAt: string, now: Date): boolean {
  return Date.parse(paidAt) < now.getTime() - LONGEST_WAIT;
}
