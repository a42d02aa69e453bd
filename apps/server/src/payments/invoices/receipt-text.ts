import { moneyText } from '@callpoint/contract/money';
import type { Stripe } from 'stripe';

export type ReceiptText = { subject: string; text: string };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The receipt of a paid invoice. */
export function receiptText(invoice: Stripe.Invoice, last4: string | null, publicUrl: string): ReceiptText {
  const { amount_paid, currency, number, status_transitions, created } = invoice;
  const amount = moneyText(amount_paid, currency);
  const paidAt = new Date((status_transitions.paid_at ?? created) * 1000);
  const lines = invoice.lines.data.map(
    (line) => `- ${line.description ?? 'Subscription'}: ${moneyText(line.amount, currency)}`,
  );
  const parts = [
    `You paid ${amount} on ${day.format(paidAt)}${last4 === null ? '' : ` with the card ending in ${last4}`}.`,
    ['For:', ...lines].join('\n'),
    ...(number === null ? [] : [`Invoice number: ${number}`]),
    ...(invoice.hosted_invoice_url ? [`View the invoice: ${invoice.hosted_invoice_url}`] : []),
    ...(invoice.invoice_pdf ? [`Download the PDF: ${invoice.invoice_pdf}`] : []),
    `These links expire. All invoices are on your profile: ${publicUrl}/app/my-profile`,
  ];
  return { subject: `Your Callpoint receipt: ${amount}`, text: parts.join('\n\n') };
}
