import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from '../delivery/channels/account-email.ts';
import { DAY, MINUTE } from '../scheduling/durations.ts';
import { openOverdueShop } from '../testing/payments/overdue-shop.ts';
import { openShop } from '../testing/payments/shop.ts';
import { startSmtpServer, type SmtpStep } from '../testing/providers/smtp.ts';
import { sendReceipts, type ReceiptNeeds } from './invoices/receipts.ts';
import { sendOverdueEmails } from './overdue/overdue-emails.ts';
import { sendStopNotices } from './stop-notices/send-stop-notices.ts';

const OWNER = 'owner@ridgeline.example';

type Options = { now: () => Date; stopping: AbortSignal };
/** `run`: the job of one process; `stored`: the results of its emails. */
type Job = {
  run: (needs: ReceiptNeeds, options: Options) => Promise<number>;
  stored: () => Promise<Record<string, unknown>[]>;
};

async function receipt(): Promise<Job> {
  const { server, service, buyer } = await openShop();
  await buyer.buy();
  return {
    run: (needs, options) => sendReceipts(service, needs, options),
    stored: () =>
      server.db
        .selectFrom('payment_invoice')
        .select(['receipt_sent_at as sent_at', 'receipt_due_at'])
        .execute(),
  };
}

async function overdueEmail(): Promise<Job> {
  const { provider, server, service, buyer, hook } = await openShop({
    start: new Date(Date.now() - 31 * DAY),
    afterRetries: 'past_due',
  });
  await buyer.buy();
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  await provider.deliverNew(hook);
  return {
    run: (needs, options) => sendOverdueEmails(service.payments, needs, options),
    stored: () =>
      server.db.selectFrom('subscription').select(['overdue_emails', 'overdue_email_due_at']).execute(),
  };
}

async function stopNotice(): Promise<Job> {
  const { server, service, decide } = await openOverdueShop(46);
  await decide('start/stopNotice');
  return {
    run: (needs, options) => sendStopNotices(service.payments, needs, options),
    stored: () =>
      server.db
        .selectFrom('stop_notice_email')
        .select(['sent_at', 'due_at'])
        .where('address', '=', OWNER)
        .execute(),
  };
}

/**
 * A process that sends the owner's email is paused at a step of its SMTP session. Another process runs 6 minutes after
 * the claim. Then the first one continues, and stops after this email. Returns what the owner received, when the other
 * process ran, and what was stored before and after the first one continued.
 * @param continuesAfter milliseconds after the claim
 */
async function takeOver({ run, stored }: Job, step: SmtpStep['at'], continuesAfter: number) {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const started = Date.now();
  let at = started;
  const stop = new AbortController();
  const runProcess = async (stopping: AbortSignal) => {
    const mailer = openMailer({ url: smtp.url, from: 'alerts@callpoint.example' });
    onTestFinished(() => mailer.close());
    const needs = {
      sendEmail: mailer.sendMail,
      publicUrl: 'https://callpoint.example',
      log: pino({ level: 'silent' }),
    };
    return await run(needs, { now: () => new Date(at), stopping });
  };
  let before: Awaited<ReturnType<Job['stored']>> | null = null;
  smtp.behave(async (reached) => {
    if (before || reached.at !== step || reached.to !== OWNER) return;
    before = [];
    at = started + 6 * MINUTE;
    await runProcess(new AbortController().signal);
    before = await stored();
    at = started + continuesAfter;
    stop.abort();
  });
  await runProcess(stop.signal);
  return {
    received: smtp.mails.filter(({ to }) => to.includes(OWNER)),
    takenOverAt: new Date(started + 6 * MINUTE).toISOString(),
    before,
    after: await stored(),
  };
}

const JOBS = { receipt, overdueEmail, stopNotice };
const NAMES = ['receipt', 'overdueEmail', 'stopNotice'] as const;

test.each(NAMES)('a paused process sends nothing after another one has sent its email: %s', async (name) => {
  const { received, takenOverAt, before, after } = await takeOver(await JOBS[name](), 'rcpt', 6 * MINUTE);
  expect(received).toHaveLength(1);
  expect(after).toEqual(before);
  if (name !== 'overdueEmail') expect(after).toMatchObject([{ sent_at: takenOverAt }]);
});

test.each(NAMES)(
  'a process that is paused after the text of its email keeps the result of the one that sent it since: %s',
  async (name) => {
    // After 12 days, another email about an overdue payment would be due next.
    const { received, takenOverAt, before, after } = await takeOver(await JOBS[name](), 'data', 12 * DAY);
    // The mail server had the text of the first one before the takeover.
    expect(received).toHaveLength(2);
    expect(received[0]?.messageId).toBe(received[1]?.messageId);
    expect(after).toEqual(before);
    if (name !== 'overdueEmail') expect(after).toMatchObject([{ sent_at: takenOverAt }]);
  },
);
