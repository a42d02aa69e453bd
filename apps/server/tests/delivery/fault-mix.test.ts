import type { Channel } from '@callpoint/contract/channels/channels';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../src/testing/database.ts';
import { MAIL_ANSWERS, SMS_ANSWERS } from '../../src/testing/fault-answers.ts';
import { DeliveryEvents, drivenClock, plannedMail, testOutbox } from '../../src/testing/outbox.ts';
import { seeded } from '../../src/testing/seeded.ts';
import { startSmtpServer, type SmtpAnswer, type SmtpStep } from '../../src/testing/smtp.ts';
import { startTwilio, type SmsAnswer, type SmsStep } from '../../src/testing/twilio.ts';
import { createEmailAdapter } from '../../src/delivery/channels/email/email.ts';
import { createSmsAdapter } from '../../src/delivery/channels/sms/sms.ts';
import { DRIVER } from '../../src/delivery/channels/channels.ts';
import { DeliveryWorker } from '../../src/delivery/worker/worker.ts';

/** Faults as both servers play them, mixed at random over a driven clock: each message has its own script. */

type MailFault = { at: SmtpStep['at']; answer: SmtpAnswer; fault: string };
type SmsFault = { at: SmsStep['at']; answer: SmsAnswer; fault: string };
type Answer<Fault> = Fault & { kind: 'temporary' | 'permanent' };

// A cut connection is no answer here: nodemailer tries once more by itself where it had used the connection before.
// Before the recipient is known a mail server cannot tell one message from another.
const MAIL: readonly Answer<MailFault>[] = MAIL_ANSWERS.filter(([at]) => at === 'rcpt' || at === 'data').map(
  ([at, code, text, kind, fault]) => ({ kind, at, answer: { code, text }, fault }),
);
const SMS: readonly Answer<SmsFault>[] = [
  ...SMS_ANSWERS.map(([status, code, text, kind, fault]) => ({
    kind,
    at: 'request' as const,
    answer: { status, text, ...(code === undefined ? {} : { code }) },
    fault,
  })),
  { kind: 'temporary', at: 'request', answer: 'cut', fault: 'sms-cut' },
];

const MESSAGES = 40;
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

/** Deals out all answers of a kind in random order, and again. */
function dealer<T extends Answer<unknown>>(
  answers: readonly T[],
  kind: T['kind'],
  random: () => number,
): () => T {
  const all = answers.filter((answer) => answer.kind === kind);
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(Math.floor(random() * left.length), 1)[0] as T;
  };
}

/** Every message would meet these, so they are over with the first success. */
function isUnreached(fault: string | null | undefined): boolean {
  return ['sms-unreachable', 'sms-sign-in', 'sms-provider-trouble'].includes(fault ?? '');
}

test('mixed faults: passing ones are retried by the schedule, lasting ones cost one attempt, nothing comes twice', async () => {
  const { db } = await testDatabase();
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  const clock = drivenClock();
  const events = new DeliveryEvents();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const sms = createSmsAdapter({
    settings: provider.settings,
    receiptsAt: null,
    isStopped: async () => false,
  });
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
  const scripts = <T extends Answer<unknown>>(answers: readonly T[]) => {
    const passing = dealer(answers, 'temporary', random);
    const lasting = dealer(answers, 'permanent', random);
    return (number: number): Script<T> => ({
      passing: Array.from({ length: Math.floor(random() * MOST_PASSING) }, passing),
      lasting: number % 2 === 0 ? lasting() : null,
    });
  };
  const [mailScript, smsScript] = [scripts(MAIL), scripts(SMS)];
  const mailScripts = new Map<string, Script<MailFault>>();
  const smsScripts = new Map<string, Script<SmsFault>>();
  for (let number = 0; number < MESSAGES; number += 1) {
    mailScripts.set(`person-${number}@host-${number % 7}.example`, mailScript(number));
    smsScripts.set(`+1202555${1000 + number}`, smsScript(number));
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

  // All of them were played, or this has shown less than it says.
  const played = new Set((await outbox.attempts()).map(({ fault }) => fault));
  expect([...MAIL, ...SMS].map(({ fault }) => fault).filter((fault) => !played.has(fault))).toEqual([]);

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
    const { waits } = DRIVER[channel as Channel].retry;
    for (const [place, gap] of gaps.entries()) {
      const wait = waits[place] ?? 0;
      // A success of another message ends the wait for the provider.
      if (isUnreached(made[place]?.fault)) expect(gap).toBeLessThanOrEqual(Math.max(wait, 5000));
      else expect(gap).toBe(wait);
    }
  }
  const arrived = [...mailScripts].filter(([, { lasting }]) => lasting === null).map(([address]) => address);
  expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual(arrived.toSorted());
  const texted = [...smsScripts].filter(([, { lasting }]) => lasting === null).map(([number]) => number);
  expect(provider.messages.map(({ to }) => to).toSorted()).toEqual(texted.toSorted());
});
