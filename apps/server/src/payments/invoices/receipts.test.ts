import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openShop } from '../../testing/payments/shop.ts';
import { sendReceipts, type ReceiptNeeds } from './receipts.ts';
import { reconcilePayments } from '../reconcile.ts';

const SILENT = pino({ level: 'silent' });
const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms);

type Mail = Parameters<NonNullable<ReceiptNeeds['sendEmail']>>[0];

/** A mailbox that can reject emails. */
function mailbox() {
  const mails: Mail[] = [];
  const box = {
    mails,
    rejects: false,
    needs: {
      publicUrl: 'https://callpoint.example',
      log: SILENT,
      async sendEmail(mail: Mail) {
        if (box.rejects) throw new Error('the mail server is busy');
        mails.push(mail);
      },
    },
  };
  return box;
}

test('the subscriber receives one receipt for a payment, with all that a bookkeeper needs', async () => {
  const { provider, server, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.buy();
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  await Promise.all([1, 2, 3].map(() => sendReceipts(service, needs)));
  await reconcilePayments(service, SILENT);
  await sendReceipts(service, needs, { now: () => later(DAY) });
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: 'owner@ridgeline.example', subject: 'Your Callpoint receipt: $29.95' });
  expect(mail?.text).toMatch(/^You paid \$29\.95 on \w+ \d+, \d{4} with the card ending in 4242\.\n/);
  expect(mail?.text).toContain('Small');
  expect(mail?.text).toContain('Invoice number: C0FFEE-0001');
  expect(mail?.text).toMatch(/View the invoice: https:\/\/invoice\.stripe\.com\/\S+\n/);
  expect(mail?.text).toMatch(/Download the PDF: https:\/\/pay\.stripe\.com\/\S+\n/);
  expect(mail?.text).toContain('https://callpoint.example/app/my-profile');
});

test('a renewal whose events were lost is receipted after the reconciliation', async () => {
  const { provider, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.buy();
  await sendReceipts(service, needs);
  provider.advance(32);
  await reconcilePayments(service, SILENT);
  await sendReceipts(service, needs, { now: () => later(60_000) });
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('an unpaid, free or failed invoice has no receipt', async () => {
  const { provider, server, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.secret();
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  await sendReceipts(service, needs);
  expect(mails).toEqual([]);
  expect(await server.db.selectFrom('payment_invoice').select('status').execute()).toEqual([
    { status: 'open' },
  ]);
});

test('a receipt that could not be sent is tried again, with the same Message-ID', async () => {
  const { provider, service, buyer } = await openShop();
  const box = mailbox();
  await buyer.buy();
  box.rejects = true;
  expect(await sendReceipts(service, box.needs)).toBe(0);
  box.rejects = false;
  expect(await sendReceipts(service, box.needs), 'before the next attempt').toBe(0);
  provider.behave(() => ({ status: 500 }));
  expect(
    await sendReceipts(service, box.needs, { now: () => later(6 * 60_000) }),
    'without the provider',
  ).toBe(0);
  provider.behave();
  expect(await sendReceipts(service, box.needs, { now: () => later(60 * 60_000) })).toBe(1);
  expect(box.mails).toHaveLength(1);
});

test('a process that ends after the mail server’s response loses no receipt: it is repeated with its Message-ID', async () => {
  const { server, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.buy();
  await sendReceipts(service, needs);
  // As the row is if the process ended before it stored that the receipt was sent.
  await server.db
    .updateTable('payment_invoice')
    .set({ receipt_sent_at: null, receipt_due_at: later(5 * 60_000).toISOString(), receipt_attempts: 1 })
    .execute();
  await sendReceipts(service, needs, { now: () => later(6 * 60_000) });
  expect(mails).toHaveLength(2);
  expect(mails[0]?.messageId).toBe(mails[1]?.messageId);
});

test('payments from before receipts existed get none', async () => {
  const { server, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.buy();
  // As the migration leaves it: a customer of an earlier version, whose invoices are not stored.
  await server.db
    .updateTable('payment_customer')
    .set({ receipts_from: later(DAY).toISOString() })
    .execute();
  await server.db.deleteFrom('payment_invoice').execute();
  await reconcilePayments(service, SILENT);
  expect(await server.db.selectFrom('payment_invoice').select('status').execute()).toEqual([
    { status: 'paid' },
  ]);
  expect(await sendReceipts(service, needs, { now: () => later(2 * DAY) })).toBe(0);
  expect(mails).toEqual([]);
});

test('without email, receipts wait; after 30 days they are no longer sent', async () => {
  const { server, service, buyer } = await openShop();
  const { mails, needs } = mailbox();
  await buyer.buy();
  expect(await sendReceipts(service, { ...needs, sendEmail: null })).toBe(0);
  expect(await sendReceipts(service, needs, { now: () => later(31 * DAY) })).toBe(0);
  expect(mails).toEqual([]);
  expect(await server.db.selectFrom('payment_invoice').select('receipt_due_at').execute()).toEqual([
    { receipt_due_at: null },
  ]);
  expect(await sendReceipts(service, needs, { now: () => later(DAY) })).toBe(0);
});

test('a receipt that is sent late in a run is not sent by another process too', async () => {
  const { provider, service, buyer, hook } = await openShop();
  await buyer.buy();
  provider.advance(32);
  await provider.deliverNew(hook);
  const { mails, needs } = mailbox();
  let at = Date.now();
  const now = () => new Date(at);
  const others: number[] = [];
  const sendEmail = async (mail: Mail) => {
    mails.push(mail);
    if (mails.length === 1) at += 6 * 60_000;
    else others.push(await sendReceipts(service, needs, { now }));
  };
  expect(await sendReceipts(service, { ...needs, sendEmail }, { now })).toBe(2);
  expect([others, mails.length]).toEqual([[0], 2]);
});
