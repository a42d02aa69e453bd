import type { Invoice } from '@callpoint/contract/invoices';
import { inLanguage } from './language.ts';

/** The invoices of a subscriber, and its card on file. */
export const invoiceTexts = inLanguage({
  en: {
    title: 'Invoices',
    failed: 'The invoices could not be loaded.',
    none: 'No invoices yet',
    noneDescription: 'Each invoice for the subscription appears here, with a link to its PDF.',
    searchHint: 'Number, or amount like 29.95',
    number: 'Number',
    draft: 'Draft',
    date: 'Date',
    amount: 'Amount',
    status: 'Status',
    pdf: 'PDF',
    pdfOf: (number: string) => `Download the PDF of invoice ${number}`,
    noPdf: 'The payment provider has no PDF of this invoice.',

    card: 'Card on file',
    cardFailed: 'The card on file could not be loaded.',
    noCard: 'There is no card on file.',
    addCard: 'Add a card',
    replaceCard: 'Replace this card',
    notSetUp: 'Payments are not set up on this server yet.',
    cardText: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    expires: (month: string, year: string) => `Expires ${month}/${year}`,
  },
});

const statusTexts = inLanguage({
  en: {
    draft: 'Being prepared',
    open: 'Open',
    failed: 'Payment failed',
    paid: 'Paid',
    refunded: 'Refunded',
    partlyRefunded: (amount: string) => `${amount} refunded`,
    disputed: 'Disputed',
    uncollectible: 'Not paid',
    void: 'Void',
  },
});

/**
 * The status of an invoice in words.
 * @param refunded the refunded amount as text
 */
export function invoiceStatus(
  { status, is_disputed, amount_paid, amount_refunded, failed_at }: Invoice,
  refunded: string,
): string {
  if (is_disputed) return statusTexts.disputed;
  if (amount_refunded > 0) {
    return amount_refunded < amount_paid ? statusTexts.partlyRefunded(refunded) : statusTexts.refunded;
  }
  if (status === 'open' && failed_at !== null) return statusTexts.failed;
  if (status === 'uncollectible') return statusTexts.uncollectible;
  return statusTexts[status];
}
