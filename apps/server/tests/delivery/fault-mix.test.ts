import type { Channel } from '@callpoint/contract/channels/channels';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../src/testing/databases/database.ts';
import { MAIL_REPLIES, SMS_RESPONSES } from '../../src/testing/providers/fault-responses.ts';
import { DeliveryEvents, manualClock, plannedEmail, testOutbox } from '../../src/testing/outbox.ts';
import { seeded } from '../../src/testing/seeded.ts';
import { startSmtpServer, type SmtpReply, type SmtpStep } from '../../src/testing/providers/smtp.ts';
import { startTwilio, type SmsResponse, type SmsStep } from '../../src/testing/providers/twilio.ts';
import { createEmailAdapter } from '../../src/delivery/channels/email/email.ts';
import { createSmsAdapter } from '../../src/delivery/channels/sms/sms.ts';
import { DRIVER } from '../../src/delivery/channels/channels.ts';
import { DeliveryWorker } from '../../src/delivery/worker/worker.ts';
import { NO_ADAPTERS } from '../../src/factories/channels.ts';

/**
 * Random sequences of faults of both servers, with a clock that the test controls. Each message has its own script of
 * faults.
 */

type MailFault = { at: SmtpStep['at']; response: SmtpReply; fault: string };
type SmsFault = { at: SmsStep['at']; response: SmsResponse; fault: string };
type FaultResponse<Fault> = Fault & { kind: 'temporary' | 'permanent' };

// Closing the connection is not in the list: nodemailer repeats the email itself if it has used the connection before.
// Faults before the recipient are not in the list: the mail server cannot assign them to a message.
const MAIL: readonly FaultResponse<MailFault>[] = MAIL_REPLIES.filter(
  ([at]) => at === 'rcpt' || at === 'data',
).map(([at, code, text, kind, fault]) => ({ kind, at, response: { code, text }, fault }));
const SMS: readonly FaultResponse<SmsFault>[] = [
  ...SMS_RESPONSES.map(([status, code, text, kind, fault]) => ({
    kind,
    at: 'request' as const,
    response: { status, text, ...(code === undefined ? {} : { code }) },
    fault,
  })),
  { kind: 'temporary', at: 'request', response: 'cut', fault: 'sms-cut' },
];

const MESSAGES = 40;
/** The most temporary faults of one message: the last waits take an hour, and an SMS fails after four hours. */
const MAX_TEMPORARY = 8;

type Script<Fault> = { temporary: Fault[]; permanent: Fault | null };

/** Returns the next fault of a message's script when the message reaches the fault's step. */
function scriptPlayer<Fault extends { at: string; response: unknown }>(
  scripts: ReadonlyMap<string, Script<Fault>>,
) {
  const played = new Map<string, number>();
  return (address: string, at: string): Fault['response'] | undefined => {
    const script = scripts.get(address);
    if (!script) return undefined;
    const index = played.get(address) ?? 0;
    const line = script.temporary[index] ?? script.permanent;
    if (line?.at !== at) return undefined;
    played.set(address, index + 1);
    return line.response;
  };
}

/** Returns each response of a kind once, in random order, before any response is repeated. */
function shuffler<T extends FaultResponse<unknown>>(
  responses: readonly T[],
  kind: T['kind'],
  random: () => number,
): () => T {
  const all = responses.filter((response) => response.kind === kind);
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(Math.floor(random() * left.length), 1)[0] as T;
  };
}

/** Whether the fault affects every message of the provider. Such a fault ends with the first success. */
function affectsAll(fault: string | null | undefined): boolean {
  return ['sms-unreachable', 'sms-sign-in', 'sms-provider-trouble'].includes(fault ?? '');
}

test('retries temporary faults by the schedule, fails permanent ones after one attempt, and sends nothing twice', async () => {
  const { db } = await testDatabase();
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  const clock = manualClock();
  const events = new DeliveryEvents();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const sms = createSmsAdapter({
    settings: provider.settings,
    receiptsAt: null,
    isStopped: async () => false,
  });
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email, sms },
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
  const scripts = <T extends FaultResponse<unknown>>(responses: readonly T[]) => {
    const temporary = shuffler(responses, 'temporary', random);
    const permanent = shuffler(responses, 'permanent', random);
    return (number: number): Script<T> => ({
      temporary: Array.from({ length: Math.floor(random() * MAX_TEMPORARY) }, temporary),
      permanent: number % 2 === 0 ? permanent() : null,
    });
  };
  const [mailScript, smsScript] = [scripts(MAIL), scripts(SMS)];
  const mailScripts = new Map<string, Script<MailFault>>();
  const smsScripts = new Map<string, Script<SmsFault>>();
  for (let number = 0; number < MESSAGES; number += 1) {
    mailScripts.set(`person-${number}@host-${number % 7}.example`, mailScript(number));
    smsScripts.set(`+1202555${1000 + number}`, smsScript(number));
  }
  const [playMail, playSms] = [scriptPlayer(mailScripts), scriptPlayer(smsScripts)];
  smtp.behave(({ at, to }) => playMail(to, at));
  provider.behave(({ at, to }) => playSms(to, at));

  const outbox = await testOutbox(db);
  await outbox.press(
    [
      ...[...mailScripts.keys()].map((address) => plannedEmail({ address })),
      ...[...smsScripts.keys()].map((address) =>
        plannedEmail({ channel: 'sms', address, subject: null, html: null }),
      ),
    ],
    { now: clock.now() },
  );
  worker.start();
  for (;;) {
    // Waits until every message that is due has been attempted; then advances the clock to the next attempt.
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
        if (isBusy) throw new Error('not every message that is due has been attempted');
        return waiting[0]?.next_attempt_at ?? null;
      },
      { timeout: 30_000, interval: 5 },
    );
    if (next === null) break;
    clock.advance(Date.parse(next) - clock.now().getTime());
    worker.wake();
  }

  // Every fault must have occurred.
  const played = new Set((await outbox.attempts()).map(({ fault }) => fault));
  expect([...MAIL, ...SMS].map(({ fault }) => fault).filter((fault) => !played.has(fault))).toEqual([]);

  const attempts = Map.groupBy(await outbox.attempts(), ({ delivery_id }) => delivery_id);
  for (const { id, channel, address, state } of await outbox.rows()) {
    const script = (channel === 'email' ? mailScripts : smsScripts).get(address);
    const ofMessage = attempts.get(id) ?? [];
    const expected = [...(script?.temporary ?? []), ...(script?.permanent ? [script.permanent] : [])];
    expect(ofMessage.map(({ fault }) => fault)).toEqual([
      ...expected.map(({ fault }) => fault),
      ...(script?.permanent ? [] : [null]),
    ]);
    expect(state).toBe(script?.permanent ? 'failed' : 'sent');
    const gaps = ofMessage
      .slice(1)
      .map(({ at }, index) => Date.parse(at) - Date.parse(ofMessage[index]?.at ?? ''));
    const { waits } = DRIVER[channel as Channel].retry;
    for (const [index, gap] of gaps.entries()) {
      const wait = waits[index] ?? 0;
      // The success of another message ends the wait for the provider.
      if (affectsAll(ofMessage[index]?.fault)) expect(gap).toBeLessThanOrEqual(Math.max(wait, 5000));
      else expect(gap).toBe(wait);
    }
  }
  const arrived = [...mailScripts]
    .filter(([, { permanent }]) => permanent === null)
    .map(([address]) => address);
  expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual(arrived.toSorted());
  const texted = [...smsScripts].filter(([, { permanent }]) => permanent === null).map(([number]) => number);
  expect(provider.messages.map(({ to }) => to).toSorted()).toEqual(texted.toSorted());
});
