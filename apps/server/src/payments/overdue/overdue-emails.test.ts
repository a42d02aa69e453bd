import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openShop } from '../../testing/payments/shop.ts';
import { DAY } from '../../scheduling/durations.ts';
import { sendOverdueEmails, type OverdueEmailNeeds } from './overdue-emails.ts';

type Mail = Parameters<NonNullable<OverdueEmailNeeds['sendEmail']>>[0];

/** A subscriber whose renewal was declined now, and the job with a mailbox that can reject emails. */
async function overdueShop() {
  const shop = await openShop({ start: new Date(Date.now() - 31 * DAY), afterRetries: 'past_due' });
  const { provider, server, service, buyer } = shop;
  await buyer.buy();
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  const mails: Mail[] = [];
  const box = { rejects: false };
  const needs: OverdueEmailNeeds = {
    publicUrl: 'https://callpoint.example',
    log: pino({ level: 'silent' }),
    async sendEmail(mail) {
      if (box.rejects) throw new Error('the mail server is busy');
      mails.push(mail);
    },
  };
  const run = (days: number) =>
    sendOverdueEmails(service.payments, needs, { now: new Date(Date.now() + days * DAY) });
  return { ...shop, mails, box, run, subjects: () => mails.map(({ subject }) => subject) };
}

const FAILED = 'The Callpoint payment of Ridgeline failed';
const STILL = 'The Callpoint payment of Ridgeline is still overdue';
const PAUSED = 'You can no longer change the Callpoint settings of Ridgeline';

test('the subscriber gets an email when a payment fails, before changes are paused, and when they are', async () => {
  const { mails, run, subjects } = await overdueShop();
  await Promise.all([run(0), run(0), run(0)]);
  await run(8);
  expect(subjects()).toEqual([FAILED]);
  expect(mails[0]).toMatchObject({ to: 'owner@ridgeline.example' });
  expect(mails[0]?.text).toMatch(
    /^The Callpoint payment of Ridgeline \(\$29\.95\) has been overdue since \w+ \d+, \d{4}\. All alerts continue\./,
  );
  expect(mails[0]?.text).toContain('https://callpoint.example/app/my-profile');
  await run(12);
  await run(12);
  expect(subjects()).toEqual([FAILED, STILL]);
  await run(15);
  await run(40);
  expect(subjects()).toEqual([FAILED, STILL, PAUSED]);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
});

test('an email that was rejected is tried again with the same Message-ID, and one that is late is left out', async () => {
  const { box, run, subjects } = await overdueShop();
  box.rejects = true;
  expect(await run(0)).toBe(0);
  box.rejects = false;
  expect(await run(0)).toBe(0);
  await run(1);
  expect(subjects()).toEqual([FAILED]);
  await run(20);
  await run(21);
  expect(subjects()).toEqual([FAILED, PAUSED]);
});

test('after the payment no email follows, and the next failure is reported again', async () => {
  const { provider, server, service, run, subjects } = await overdueShop();
  await run(0);
  provider.decideCharges();
  const stripe = await service.open();
  const open = await stripe.invoices.list({ status: 'open' });
  await stripe.invoices.pay(open.data[0]?.id ?? '');
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  await run(20);
  expect(subjects()).toEqual([FAILED]);
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  await run(0);
  expect(subjects()).toEqual([FAILED, FAILED]);
});
