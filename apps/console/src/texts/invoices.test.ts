import type { Invoice } from '@callpoint/contract/invoices';
import { expect, test } from 'vitest';
import { invoiceStatus } from './invoices.ts';

const PAID: Invoice = {
  id: 1,
  team_id: 1,
  number: 'C0FFEE-0001',
  status: 'paid',
  amount_due: 2995,
  amount_paid: 2995,
  amount_refunded: 0,
  currency: 'usd',
  is_disputed: false,
  created_at: '2026-11-24T00:00:00.000Z',
  paid_at: '2026-11-24T00:00:00.000Z',
  failed_at: null,
  next_attempt_at: null,
};

test.each<[Partial<Invoice>, string]>([
  [{}, 'Paid'],
  [{ failed_at: '2026-11-23T00:00:00.000Z' }, 'Paid'],
  [{ amount_refunded: 2995 }, 'Refunded'],
  [{ amount_refunded: 1000 }, '$10.00 refunded'],
  [{ amount_refunded: 2995, is_disputed: true }, 'Disputed'],
  [{ status: 'draft', number: null }, 'Being prepared'],
  [{ status: 'open', amount_paid: 0, paid_at: null }, 'Open'],
  [{ status: 'open', amount_paid: 0, failed_at: '2026-11-23T00:00:00.000Z' }, 'Payment failed'],
  [{ status: 'uncollectible', amount_paid: 0 }, 'Not paid'],
  [{ status: 'void', amount_paid: 0 }, 'Void'],
])('an invoice with %o is: %s', (differences, text) => {
  expect(invoiceStatus({ ...PAID, ...differences }, '$10.00')).toBe(text);
});
