import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { DeliveryEvents, drivenClock, plannedMail, testOutbox } from '../testing/outbox.ts';
import { seeded } from '../testing/seeded.ts';
import { startSmtpServer, type SmtpAnswer, type SmtpStep } from '../testing/smtp.ts';
import { startTwilio, type SmsAnswer, type SmsStep } from '../testing/twilio.ts';
import { emailSender } from './channels/email.ts';
import { smsSender } from './channels/sms.ts';
import { RETRY } from './retry.ts';
import { DeliveryWorker } from './worker.ts';

/** Faults as both servers play them, mixed at random over a driven clock: each message has its own script. */

type MailFault = { at: SmtpStep['at']; answer: SmtpAnswer; fault: string };
type SmsFault = { at: SmsStep['at']; answer: SmsAnswer; fault: string };

// A cut connection is no row here: nodemailer tries once more by itself where it had used the connection before.
const PASSING_MAIL: readonly MailFault[] = [
  { at: 'rcpt', answer: { code: 451, text: '4.7.1 Greylisted' }, fault: 'mail-greylisted' },
  { at: 'data', answer: { code: 452, text: '4.3.1 Disk full' }, fault: 'mail-server-trouble' },
];
const LASTING_MAIL: readonly MailFault[] = [
  { at: 'rcpt', answer: { code: 550, text: '5.1.1 Unknown' }, fault: 'mailbox-unknown' },
  { at: 'data', answer: { code: 554, text: '5.7.1 Spam' }, fault: 'mail-not-allowed' },
];
const PASSING_SMS: readonly SmsFault[] = [
  { at: 'request', answer: { status: 429, code: 20429 }, fault: 'sms-too-many' },
  { at: 'request', answer: { status: 503 }, fault: 'sms-provider-trouble' },
  { at: 'request', answer: 'cut', fault: 'sms-cut' },
  { at: 'request', answer: { status: 400, code: 21606 }, fault: 'sms-sender-refused' },
];
const LASTING_SMS: readonly SmsFault[] = [
  { at: 'request', answer: { status: 400, code: 21211 }, fault: 'sms-bad-number' },
  { at: 'request', answer: { status: 400, code: 21610 }, fault: 'sms-stopped' },
];

const MESSAGES = 30;
/** Passing faults of one message at most: the last waits take an hour, and an SMS is given up after four. */
const MOST_PASSING = 8;

type Script<Fault> = { passing: Fault[]; lasting: Fault | null };

/** Plays the next line of a message's script once its step is reached. */
function player<Fault extends { at: string; answer: unknown }>(scripts: ReadonlyMap<string, Script<Fault>>) {
  const played = new Map<string, number>();
  return (address: string, at: string): Fault['answer'] | undefined => {
    const script = scripts.get(address);
    if (!script) return undefined;
    const turn = played.get(address) ?? 0;
    const line = script.passing[turn] ?? script.lasting;
    if (line?.at !== at) return undefined;
    played.set(address, turn + 1);
    return line.answer;
  };
}

test('mixed faults: passing ones are retried by the schedule, lasting ones cost one attempt, nothing comes twice', async () => {
  const { db } = await testDatabase();
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  const clock = drivenClock();
  const events = new DeliveryEvents();
  const email = emailSender({ url: smtp.url, from: 'alerts@callpoint.example' });
  const sms = smsSender({ settings: provider.settings, receiptsAt: null, isStopped: async () => false });
  const worker = new DeliveryWorker({
    db,
    channels: { email, sms },
    now: clock.now,
    random: () => 0.5,
    ...events,
  });
  onTestFinished(async () => {
    await worker.stop();
    email.close();
    await Promise.all([smtp.close(), provider.close()]);
  });

  const random = seeded(20_261_121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const scriptOf = <T>(passing: readonly T[], lasting: readonly T[]): Script<T> => ({
    passing: Array.from({ length: Math.floor(random() * MOST_PASSING) }, () => pick(passing)),
    lasting: random() < 0.3 ? pick(lasting) : null,
  });
  const mailScripts = new Map<string, Script<MailFault>>();
  const smsScripts = new Map<string, Script<SmsFault>>();
  for (let number = 0; number < MESSAGES; number += 1) {
    mailScripts.set(`person-${number}@host-${number % 7}.example`, scriptOf(PASSING_MAIL, LASTING_MAIL));
    smsScripts.set(`+1202555${1000 + number}`, scriptOf(PASSING_SMS, LASTING_SMS));
  }
  const [playMail, playSms] = [player(mailScripts), player(smsScripts)];
  smtp.behave(({ at, to }) => playMail(to, at));
  provider.behave(({ at, to }) => playSms(to, at));

  const outbox = await testOutbox(db);
  await outbox.press(
    [
      ...[...mailScripts.keys()].map((address) => plannedMail({ address })),
      ...[...smsScripts.keys()].map((address) =>
        plannedMail({ channel: 'sms', address, subject: null, html: null }),
      ),
    ],
    { now: clock.now() },
  );
  worker.start();
  for (;;) {
    // Until all that was due has been tried; then the clock goes on to the next attempt.
    const next = await vi.waitFor(
      async () => {
        const waiting = await db
          .selectFrom('delivery')
          .select(['state', 'next_attempt_at'])
          .where('state', 'in', ['pending', 'sending'])
          .orderBy('next_attempt_at')
          .execute();
        const now = clock.now().toISOString();
        const isBusy = waiting.some((row) => row.state === 'sending' || (row.next_attempt_at ?? '') <= now);
        if (isBusy) throw new Error('not all that is due has been tried');
        return waiting[0]?.next_attempt_at ?? null;
      },
      { timeout: 30_000, interval: 5 },
    );
    if (next === null) break;
    clock.advance(Date.parse(next) - clock.now().getTime());
    worker.wake();
  }

  const attempts = Map.groupBy(await outbox.attempts(), ({ delivery_id }) => delivery_id);
  for (const { id, channel, address, state } of await outbox.rows()) {
    const script = (channel === 'email' ? mailScripts : smsScripts).get(address);
    const made = attempts.get(id) ?? [];
    const expected = [...(script?.passing ?? []), ...(script?.lasting ? [script.lasting] : [])];
    expect(made.map(({ fault }) => fault)).toEqual([
      ...expected.map(({ fault }) => fault),
      ...(script?.lasting ? [] : [null]),
    ]);
    expect(state).toBe(script?.lasting ? 'failed' : 'sent');
    const gaps = made.slice(1).map(({ at }, place) => Date.parse(at) - Date.parse(made[place]?.at ?? ''));
    expect(gaps).toEqual(RETRY[channel === 'email' ? 'email' : 'sms'].waits.slice(0, gaps.length));
  }
  const arrived = [...mailScripts].filter(([, { lasting }]) => lasting === null).map(([address]) => address);
  expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual(arrived.toSorted());
  const texted = [...smsScripts].filter(([, { lasting }]) => lasting === null).map(([number]) => number);
  expect(provider.messages.map(({ to }) => to).toSorted()).toEqual(texted.toSorted());
});
