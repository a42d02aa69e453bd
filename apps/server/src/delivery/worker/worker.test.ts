import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { DeliveryEvents, manualClock, gate, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/providers/smtp.ts';
import { createEmailAdapter } from '../channels/email/email.ts';
import { DeliveryWorker, type WorkerOptions } from './worker.ts';
import { NO_ADAPTERS, NO_CHANNELS } from '../../factories/channels.ts';

const FROM = 'alerts@callpoint.example';

/** A worker with its own database that sends to `smtp`. Both are removed at the end of the test. */
async function delivering(smtp: TestSmtpServer | null, options: Partial<WorkerOptions> = {}) {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const events = new DeliveryEvents();
  const clock = manualClock();
  const email = smtp ? createEmailAdapter({ url: smtp.url, from: FROM }) : null;
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email },
    log: events.log,
    onResult: events.onResult,
    now: clock.now,
    random: () => 0.5,
    ...options,
  });
  onTestFinished(async () => {
    await worker.stop();
    email?.close();
  });
  const press: typeof outbox.press = async (messages, given = {}) => {
    const id = await outbox.press(messages, { now: clock.now(), ...given });
    worker.wake();
    return id;
  };
  return { db, outbox, events, clock, worker, press };
}

async function smtpServer(port?: number): Promise<TestSmtpServer> {
  const smtp = await startSmtpServer(port === undefined ? {} : { port });
  onTestFinished(() => smtp.close());
  return smtp;
}

test('a person receives exactly the planned message, and its row is updated', async () => {
  const smtp = await smtpServer();
  const { outbox, events, clock, worker, press } = await delivering(smtp);
  worker.start();
  await press([
    plannedEmail({
      subject: 'Lone Worker Emergency: Ana Flores – 助けて',
      text: 'Ana needs help.\n.\n. a line with a dot\nfrom nowhere – 助けて',
      html: '<!doctype html><p>Ana needs help. <a href="https://maps.example/?q=1,2">1, 2</a> 助けて</p>',
    }),
  ]);
  await events.reached('sent', 1);
  const [mail] = smtp.mails;
  const [row] = await outbox.rows();
  expect(mail).toMatchObject({
    from: FROM,
    to: ['safety@team.example'],
    headerTo: ['safety@team.example'],
    subject: 'Lone Worker Emergency: Ana Flores – 助けて',
    messageId: `<${row?.message_key}@callpoint.example>`,
  });
  expect(mail?.text.trimEnd()).toBe('Ana needs help.\n.\n. a line with a dot\nfrom nowhere – 助けて');
  expect(mail?.html?.trimEnd()).toBe(
    '<!doctype html><p>Ana needs help. <a href="https://maps.example/?q=1,2">1, 2</a> 助けて</p>',
  );
  expect(mail?.headers).toMatchObject({
    from: `Callpoint <${FROM}>`,
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.headers).not.toHaveProperty('x-priority');
  expect(row).toMatchObject({
    state: 'sent',
    reason: null,
    attempts: 1,
    sent_at: clock.now().toISOString(),
    next_attempt_at: null,
    lease_until: null,
  });
  expect(await outbox.attempts()).toMatchObject([
    {
      delivery_id: row?.id,
      at: clock.now().toISOString(),
      outcome: 'sent',
      detail: expect.stringMatching(/^250 /),
    },
  ]);
});

test('marks an emergency and sends it before messages that have waited longer', async () => {
  const smtp = await smtpServer();
  const oneByOne = { ...smtp, url: `${smtp.url}?maxConnections=1` };
  const { events, clock, worker, press } = await delivering(oneByOne);
  for (let at = 0; at < 5; at += 1) {
    await press([plannedEmail({ subject: `Complaint ${at}` })]);
    clock.advance(1000);
  }
  await press([plannedEmail({ subject: 'Help' })], { emergency: true });
  worker.start();
  await events.reached('sent', 6);
  const complaints = ['Complaint 0', 'Complaint 1', 'Complaint 2', 'Complaint 3', 'Complaint 4'];
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Help', ...complaints]);
  expect(smtp.mails[0]?.headers).toMatchObject({ 'x-priority': '1 (Highest)', importance: 'High' });
});

test('an emergency does not wait for a server that is slow with other messages', async () => {
  const smtp = await smtpServer();
  const { opened, open } = gate();
  const busy = gate();
  let complaints = 0;
  smtp.behave(async ({ at, raw }) => {
    if (at !== 'data' || !raw.includes('Complaint')) return;
    complaints += 1;
    if (complaints === 8) busy.open();
    await opened;
  });
  const { events, worker, press } = await delivering(smtp);
  worker.start();
  for (let at = 0; at < 30; at += 1) {
    // Two hosts, because a single host gets at most half of the slots.
    await press([plannedEmail({ subject: `Complaint ${at}`, address: `safety@team-${at % 2}.example` })]);
  }
  await busy.opened;
  await press([plannedEmail({ subject: 'Help' })], { emergency: true });
  await events.reached('sent', 1);
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Help']);
  open();
  await events.reached('sent', 31);
});

test('retries a temporary fault by the schedule until the email arrives', async () => {
  const smtp = await smtpServer();
  smtp.behave(({ at }) => (at === 'rcpt' ? { code: 451, text: '4.7.1 Greylisted, try later' } : undefined));
  const { outbox, events, clock, worker, press } = await delivering(smtp);
  worker.start();
  const startedAt = clock.now();
  await press([plannedEmail()]);
  // The first attempt and its immediate retry.
  await events.reached('pending', 2);
  for (const [seconds, tries] of [
    [5, 3],
    [15, 4],
    [30, 5],
  ] as const) {
    clock.advance(seconds * 1000 - 1);
    worker.wake();
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ state: 'pending', attempts: tries - 1 });
    expect(row?.reason).toContain('Greylisted');
    clock.advance(1);
    worker.wake();
    await events.reached('pending', tries);
  }
  smtp.behave();
  clock.advance(60_000);
  worker.wake();
  await events.reached('sent', 1);
  const since = (await outbox.attempts()).map(({ at, outcome }) => [
    (Date.parse(at) - startedAt.getTime()) / 1000,
    outcome,
  ]);
  expect(since).toEqual([
    [0, 'temporary'],
    [0, 'temporary'],
    [5, 'temporary'],
    [20, 'temporary'],
    [50, 'temporary'],
    [110, 'sent'],
  ]);
  expect(smtp.mails).toHaveLength(1);
});

test('gives up an email that is rejected for a day, with the reason', async () => {
  const smtp = await smtpServer();
  smtp.behave(({ at }) => (at === 'data' ? { code: 452, text: '4.3.1 Out of space' } : undefined));
  const { outbox, events, clock, worker, press } = await delivering(smtp);
  worker.start();
  await press([plannedEmail()]);
  await events.reached('pending', 2);
  clock.advance(24 * 3_600_000 + 1);
  worker.wake();
  await events.reached('failed', 1);
  expect(await outbox.rows()).toMatchObject([
    {
      state: 'failed',
      attempts: 3,
      reason: expect.stringMatching(/^Callpoint stopped trying after 24 hours\. .*Out of space/),
    },
  ]);
});

test('a permanent rejection costs one attempt and no other message', async () => {
  const smtp = await smtpServer();
  smtp.behave(({ at, to }) =>
    at === 'rcpt' && to.startsWith('nobody') ? { code: 550, text: '5.1.1 User unknown' } : undefined,
  );
  const { outbox, events, worker, press } = await delivering(smtp);
  worker.start();
  await press([plannedEmail({ address: 'nobody@team.example' }), plannedEmail()]);
  await events.until(() => events.changed.length === 2);
  const reason = 'The mailbox does not exist. Response: 550 5.1.1 User unknown';
  expect(await outbox.rows()).toMatchObject([
    { state: 'failed', reason, attempts: 1, next_attempt_at: null },
    { state: 'sent', attempts: 1 },
  ]);
  expect((await outbox.attempts()).map(({ outcome, detail }) => [outcome, detail])).toContainEqual([
    'permanent',
    reason,
  ]);
});

test('email waits while the server is down and arrives when it is up', async () => {
  const down = await startSmtpServer();
  await down.close();
  const { outbox, events, clock, worker, press } = await delivering(down);
  worker.start();
  await press([plannedEmail()]);
  await events.reached('pending', 1);
  const [row] = await outbox.rows();
  expect(row?.reason).toMatch(/could not be reached/);
  // Not immediately: the server would still be down.
  expect(row?.next_attempt_at).toBe(new Date(clock.now().getTime() + 5000).toISOString());
  const up = await smtpServer(down.port);
  clock.advance(6000);
  worker.wake();
  await events.reached('sent', 1);
  expect(up.mails).toHaveLength(1);
});

test('a connection that breaks in the middle is a temporary fault', async () => {
  const smtp = await smtpServer();
  let cuts = 0;
  smtp.behave(({ at }) => (at === 'data' && (cuts += 1) === 1 ? 'cut' : undefined));
  const { outbox, events, worker, press } = await delivering(smtp);
  worker.start();
  await press([plannedEmail()]);
  await events.reached('sent', 1);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['temporary', 'sent']);
  const [row] = await outbox.rows();
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([`<${row?.message_key}@callpoint.example>`]);
});

test('holds messages without SMTP, also those from before its configuration was removed', async () => {
  const { outbox, events, worker, press } = await delivering(null);
  await press([plannedEmail()], { channels: NO_CHANNELS });
  await press([plannedEmail()], { channels: { ...NO_CHANNELS, email: true } });
  worker.start();
  await events.reached('held', 1);
  expect(await outbox.rows()).toMatchObject([
    { state: 'held', reason: 'Email is not configured on this server.', attempts: 0 },
    { state: 'held', reason: 'Email is not configured on this server.', attempts: 0 },
  ]);
});

test('does not send held, skipped, failed and sent messages', async () => {
  const smtp = await smtpServer();
  const { db, outbox, events, worker, press } = await delivering(smtp);
  for (const state of ['held', 'skipped', 'failed', 'sent']) {
    const id = await press([plannedEmail({ subject: state })]);
    await db.updateTable('delivery').set({ state }).where('button_click_id', '=', id).execute();
  }
  worker.start();
  await press([plannedEmail({ subject: 'pending' })]);
  await events.reached('sent', 1);
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['pending']);
  expect((await outbox.rows()).map(({ state }) => state)).toEqual([
    'held',
    'skipped',
    'failed',
    'sent',
    'sent',
  ]);
});

test('delivers 200 messages, each once', async () => {
  const smtp = await smtpServer();
  const { outbox, events, worker, press } = await delivering(smtp);
  worker.start();
  const addresses = Array.from({ length: 200 }, (_, at) => `person${at}@team.example`);
  for (let at = 0; at < 200; at += 20) {
    await press(addresses.slice(at, at + 20).map((address) => plannedEmail({ address })));
  }
  await events.reached('sent', 200);
  expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual(addresses.toSorted());
  expect(smtp.connections()).toBeLessThanOrEqual(10);
  expect(new Set((await outbox.rows()).map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(await outbox.attempts()).toHaveLength(200);
  expect(events.lines).toEqual([]);
});

test('finds messages of another process without a wake-up', async () => {
  const smtp = await smtpServer();
  const { outbox, events, worker, clock } = await delivering(smtp);
  worker.start();
  await outbox.press([plannedEmail()], { now: clock.now() });
  await events.reached('sent', 1);
  expect(smtp.mails).toHaveLength(1);
});
