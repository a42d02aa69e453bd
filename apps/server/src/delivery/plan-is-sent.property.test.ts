import { anyPlanInput } from '@callpoint/alerts/arbitraries';
import { defaultSettings } from '@callpoint/alerts/default-settings';
import type { PlannedMessage } from '@callpoint/alerts/messages';
import type { PlanInput } from '@callpoint/alerts/plan';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { DeliveryEvents, testOutbox } from '../testing/outbox.ts';
import { startSmtpServer } from '../testing/smtp.ts';
import { startTwilio } from '../testing/twilio.ts';
import { emailSender } from './channels/email.ts';
import { smsSender } from './channels/sms.ts';
import { planNow } from './plan-now.ts';
import { stoppedAmong } from './stopped-numbers.ts';
import { DeliveryWorker } from './worker.ts';

/** Plans in one run; each is a submission with its own settings. */
const PLANS = Number(process.env['NIGHTLY_SEQUENCES'] ?? 150);
const STOPPED = '+442079460123';

async function ground() {
  const { db } = await testDatabase();
  const [smtp, provider] = [await startSmtpServer(), await startTwilio()];
  const events = new DeliveryEvents();
  const { settings } = provider;
  const stopped_at = '2026-11-20T10:00:00.000Z';
  await db.insertInto('sms_stop').values({ sender: settings.from, number: STOPPED, stopped_at }).execute();
  const email = emailSender({ url: smtp.url, from: 'alerts@callpoint.example' });
  const sms = smsSender({
    settings,
    receiptsAt: (key) => `http://127.0.0.1/${key}`,
    isStopped: async (number) => (await stoppedAmong(db, settings.from, [number])).size > 0,
  });
  const worker = new DeliveryWorker({ db, channels: { email, sms }, ...events });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    email.close();
    await Promise.all([smtp.close(), provider.close()]);
  });
  return { db, smtp, provider, events, worker, outbox: await testOutbox(db), smsFrom: settings.from };
}

/** Half of them start from what a new subscriber has, or hardly any would be whole enough to go out. */
const anyInput: fc.Arbitrary<PlanInput> = fc.tuple(anyPlanInput, fc.boolean()).map(([input, isWhole]) => {
  if (!isWhole) return input;
  const settings = defaultSettings({ email: 'safety@team.example', phone: STOPPED });
  for (const [key, value] of Object.entries(input.settings)) {
    if (key.includes('message') || key.startsWith('mail_to_user') || key.startsWith('sms_to_')) {
      settings.set(key, value);
    }
  }
  return { ...input, settings };
});

/** An address as it is on the wire: of a domain the case has no meaning. */
const onTheWire = (address: string) => {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
};
const LINE_ENDS = /\r\n?/g;
const words = (text: string) => text.replaceAll(LINE_ENDS, '\n').trimEnd();
const sorted = (lines: string[]) => lines.toSorted();

function ofPlan({ channel, address, subject, text }: PlannedMessage): string {
  return JSON.stringify([channel, onTheWire(address), subject?.trim() ?? null, words(text)]);
}

test(
  'the plan is what is stored, and what the mail server and the SMS provider receive, address by address and word by word',
  async () => {
    const { db, smtp, provider, events, worker, outbox, smsFrom } = await ground();
    const planned: PlannedMessage[] = [];
    for (const input of fc.sample(anyInput, PLANS)) {
      const { messages } = await planNow(db, smsFrom, input);
      const emergency = input.item.kind === 'button' && input.item.id === 5;
      await outbox.press(messages, { emergency });
      planned.push(...messages);
    }
    const toSend = planned.filter(({ skipped }) => skipped === null);
    const skipped = planned.filter((message) => message.skipped !== null);
    expect(toSend.length).toBeGreaterThan(PLANS / 2);
    expect(skipped.length).toBeGreaterThan(0);
    worker.wake();
    await events.reached('sent', toSend.length);

    const rows = await outbox.rows();
    const stored = rows.map(({ channel, role, address, subject, body, html }) =>
      JSON.stringify([channel, role, address, subject, body, html]),
    );
    const wanted = planned.map(({ channel, role, address, subject, text, html }) =>
      JSON.stringify([channel, role, address, subject, text, html]),
    );
    expect(sorted(stored)).toEqual(sorted(wanted));
    expect(rows.filter(({ state }) => state === 'skipped').map(({ reason }) => reason)).toEqual(
      skipped.map((message) => message.skipped),
    );

    const received = [
      ...smtp.mails.map(({ to, subject, text }) => {
        expect(to).toHaveLength(1);
        return JSON.stringify(['email', onTheWire(to[0] ?? ''), subject.trim(), words(text)]);
      }),
      ...provider.messages.map(({ to, body }) => JSON.stringify(['sms', to, null, words(body)])),
    ];
    expect(sorted(received)).toEqual(sorted(toSend.map(ofPlan)));
    expect(provider.messages.map(({ to }) => to)).not.toContain(STOPPED);
  },
  process.env['NIGHTLY_SEQUENCES'] === undefined ? 60_000 : 3_600_000,
);
