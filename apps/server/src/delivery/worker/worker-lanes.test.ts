import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { DeliveryEvents, gate, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startSmtpServer } from '../../testing/providers/smtp.ts';
import { TEST_LENGTH } from '../../testing/test-length.ts';
import { createEmailAdapter } from '../channels/email/email.ts';
import type { ChannelAdapter } from '../channels/channel.ts';
import { DeliveryWorker } from './worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

/** Hosts whose messages wait for their time. */
const LATER_HOSTS = TEST_LENGTH === 'short' ? 4_000 : 20_000;

const mailsTo = (host: string, count: number) =>
  Array.from({ length: count }, (_, number) => plannedEmail({ address: `person-${number}@${host}` }));

async function ground() {
  const { db } = await testDatabase();
  const smtp = await startSmtpServer();
  const events = new DeliveryEvents();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const silentSms: ChannelAdapter = { concurrency: 10, send: () => new Promise(() => {}) };
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email, sms: silentSms },
    stopMs: 0,
    ...events,
  });
  onTestFinished(async () => {
    await worker.stop();
    email.close();
    await smtp.close();
  });
  return { outbox: await testOutbox(db), smtp, events, worker };
}

test('an unresponsive host and an unresponsive SMS provider do not delay other messages', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const { opened, open } = gate();
  onTestFinished(open);
  smtp.behave(async ({ at, to }) => {
    if (at === 'rcpt' && to.endsWith('@slow.example')) await opened;
  });
  const texts = mailsTo('x', 30).map((_, n) =>
    plannedEmail({ channel: 'sms', address: `+1202555${1000 + n}`, subject: null, html: null }),
  );
  await outbox.press([...mailsTo('slow.example', 40), ...texts]);
  await outbox.press([...mailsTo('quick.example', 40), ...mailsTo('other.example', 40)]);
  worker.start();
  await events.reached('sent', 80);
  expect(new Set(smtp.mails.map(({ to }) => to[0]?.split('@')[1]))).toEqual(
    new Set(['quick.example', 'other.example']),
  );
  open();
  await events.reached('sent', 120);
});

test('messages of other hosts are sent although thousands wait for an unresponsive host, behind thousands of hosts', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const { opened, open } = gate();
  onTestFinished(open);
  smtp.behave(async ({ at, to }) => {
    if (at === 'rcpt' && to.endsWith('@slow.example')) await opened;
  });
  const now = Date.now();
  await outbox.press(mailsTo('slow.example', 2000), { now: new Date(now - 60_000) });
  const laterHosts = Array.from({ length: LATER_HOSTS }, (_, number) =>
    plannedEmail({ address: `person@later-${number}.example` }),
  );
  await outbox.press(laterHosts, { now: new Date(now + 3_600_000) });
  await outbox.press([...mailsTo('a.example', 1), ...mailsTo('z.example', 1)]);
  worker.start();
  await events.reached('sent', 2);
  expect(new Set(smtp.mails.flatMap(({ to }) => to))).toEqual(
    new Set(['person-0@a.example', 'person-0@z.example']),
  );
});

test('sends an emergency before all waiting messages, also to a host whose slots are in use', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const { opened, open } = gate();
  onTestFinished(open);
  smtp.behave(async ({ at, to }) => {
    if (at === 'rcpt' && to.startsWith('person-')) await opened;
  });
  await outbox.press([...mailsTo('slow.example', 20), ...mailsTo('other.example', 20)]);
  worker.start();
  await outbox.press([plannedEmail({ address: 'guard@slow.example' })], { emergency: true });
  worker.wake();
  await events.reached('sent', 1);
  expect(smtp.mails.map(({ to }) => to)).toEqual([['guard@slow.example']]);
  open();
  await events.reached('sent', 41);
});

test('emergencies to two unresponsive hosts leave slots for two emergencies to a third', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const { opened, open } = gate();
  onTestFinished(open);
  let stuck = 0;
  const full = Promise.withResolvers<void>();
  smtp.behave(async ({ at, to }) => {
    if (at !== 'rcpt' || to.endsWith('@quick.example')) return;
    stuck += 1;
    if (stuck === 10) full.resolve();
    await opened;
  });
  await outbox.press([...mailsTo('slow.example', 20), ...mailsTo('silent.example', 20)], { emergency: true });
  worker.start();
  await full.promise;
  for (const count of [1, 2, 3]) {
    await outbox.press([plannedEmail({ address: `guard-${count}@quick.example` })], { emergency: true });
    worker.wake();
    await events.reached('sent', count);
  }
  expect(stuck).toBe(10);
  open();
  await events.reached('sent', 43);
});

test('emergencies to an unresponsive host leave slots for emergencies to other hosts', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const { opened, open } = gate();
  onTestFinished(open);
  smtp.behave(async ({ at, to }) => {
    if (at === 'rcpt' && to.endsWith('@slow.example')) await opened;
  });
  await outbox.press(mailsTo('slow.example', 25), { emergency: true });
  await outbox.press([plannedEmail({ address: 'guard@quick.example' })], { emergency: true });
  worker.start();
  await events.reached('sent', 1);
  expect(smtp.mails.map(({ to }) => to)).toEqual([['guard@quick.example']]);
  open();
  await events.reached('sent', 26);
});

test('a host that breaks connections breaks one shared connection, and after that only isolated ones', async () => {
  const { outbox, smtp, events, worker } = await ground();
  const brokenBy = new Map<number, string[]>();
  const usedBy = new Map<number, Set<string>>();
  smtp.behave(({ at, to, connection }) => {
    const host = to.slice(to.indexOf('@') + 1);
    if (at === 'rcpt') usedBy.set(connection, (usedBy.get(connection) ?? new Set()).add(host));
    if (at !== 'data' || host === 'quick.example') return;
    brokenBy.set(connection, [...(brokenBy.get(connection) ?? []), host]);
    return 'cut';
  });
  worker.start();
  const hosts = ['cutting.example', 'breaking.example'];
  for (let round = 1; round <= 6; round += 1) {
    await outbox.press([...mailsTo('quick.example', 3), ...hosts.flatMap((host) => mailsTo(host, 1))]);
    worker.wake();
    await events.reached('sent', 3 * round);
    await events.reached('pending', 2 * round);
  }
  const shared = [...brokenBy].filter(([connection]) => usedBy.get(connection)?.has('quick.example'));
  expect(brokenBy.size).toBeGreaterThanOrEqual(12);
  for (const host of hosts) {
    expect(shared.filter(([, by]) => by.includes(host)).length).toBeLessThanOrEqual(1);
  }
});

test('sends over the available connections when the mail server rejects further ones', async () => {
  const { outbox, smtp, events, worker } = await ground();
  smtp.behave(({ at, connection }) =>
    at === 'connect' && connection > 3 ? { code: 421, text: '4.7.0 Too many connections' } : undefined,
  );
  await outbox.press(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => mailsTo(`${name}.example`, 1)));
  worker.start();
  await events.reached('sent', 6);
  expect(smtp.connections()).toBeGreaterThan(3);
});
