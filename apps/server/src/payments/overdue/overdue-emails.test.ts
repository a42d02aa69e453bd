import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { buyerOf, openShop } from '../../testing/payments/shop.ts';
import { DAY, MINUTE } from '../../scheduling/durations.ts';
import { NO_EMAILS, sendOverdueEmails, type OverdueEmailNeeds } from './overdue-emails.ts';

type Mail = Parameters<NonNullable<OverdueEmailNeeds['sendEmail']>>[0];

/**
 * A subscriber whose renewal was declined now, and the job with a mailbox that can reject emails.
 * @param options.second whether there is another such subscriber
 */
async function overdueShop({ second = false } = {}) {
  const shop = await openShop({ start: new Date(Date.now() - 31 * DAY), afterRetries: 'past_due' });
  const { provider, server, service, buyer, small } = shop;
  await buyer.buy();
  if (second) {
    const team = await buildTeam(server.db, { email: 'owner@mesa.example', account_name: 'Mesa' });
    await buyerOf(server, provider, await server.tokenOf('team', team.id), small).buy();
  }
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
    sendOverdueEmails(service.payments, needs, { now: () => new Date(Date.now() + days * DAY) });
  return { ...shop, mails, box, needs, run, subjects: () => mails.map(({ subject }) => subject) };
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

test('an email that is sent late in a run is not sent by another process too', async () => {
  const { service, mails, needs } = await overdueShop({ second: true });
  let at = Date.now();
  const now = () => new Date(at);
  const others: number[] = [];
  const slow: OverdueEmailNeeds = {
    ...needs,
    async sendEmail(mail) {
      mails.push(mail);
      if (mails.length === 1) at += 6 * MINUTE;
      else others.push(await sendOverdueEmails(service.payments, needs, { now }));
    },
  };
  expect(await sendOverdueEmails(service.payments, slow, { now })).toBe(2);
  expect([others, mails.length]).toEqual([[0], 2]);
});

test('a payment that fails again while an email about the earlier failure is sent is reported', async () => {
  const { service, server, needs, run, subjects } = await overdueShop();
  const slow: OverdueEmailNeeds = {
    ...needs,
    // As the sync stores a payment and another failure.
    async sendEmail() {
      const at = new Date(Date.now() + MINUTE).toISOString();
      await server.db
        .updateTable('subscription')
        .set({ ...NO_EMAILS, unpaid_since: at, overdue_email_due_at: at })
        .execute();
    },
  };
  await sendOverdueEmails(service.payments, slow);
  await run(1);
  expect(subjects()).toEqual([FAILED]);
});
