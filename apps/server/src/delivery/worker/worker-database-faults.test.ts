import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { DeliveryEvents, manualClock, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startSmtpServer } from '../../testing/providers/smtp.ts';
import { createEmailAdapter } from '../channels/email/email.ts';
import { LEASE_MS } from '../queue/lease.ts';
import type { Personalize } from './claimer.ts';
import { DeliveryWorker } from './worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

async function delivering(personalize?: Personalize) {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const events = new DeliveryEvents();
  const clock = manualClock();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email },
    log: events.log,
    onResult: events.onResult,
    now: clock.now,
    random: () => 0.5,
    ...(personalize ? { personalize } : {}),
  });
  onTestFinished(async () => {
    await worker.stop();
    email.close();
  });
  return { smtp, db, outbox, events, clock, worker };
}

test('keeps a result that cannot be recorded, and does not send its message again', async () => {
  const { smtp, db, outbox, events, clock, worker } = await delivering();
  await db.schema.alterTable('delivery_attempt').renameColumn('provider_text', 'away').execute();
  await outbox.press([plannedEmail()], { now: clock.now() });
  worker.start();
  await smtp.waitFor(1);
  await events.logged('recording results failed');
  expect(await outbox.rows()).toMatchObject([{ state: 'sending', attempts: 0 }]);
  // Longer than a lease, in steps shorter than one.
  for (let at = 0; at < 4; at += 1) {
    clock.advance(LEASE_MS * 0.8);
    const until = new Date(clock.now().getTime() + LEASE_MS).toISOString();
    worker.wake();
    await expect.poll(async () => (await outbox.rows())[0]?.lease_until, { interval: 5 }).toBe(until);
  }
  await db.schema.alterTable('delivery_attempt').renameColumn('away', 'provider_text').execute();
  worker.wake();
  await events.reached('sent', 1);
  expect(smtp.mails).toHaveLength(1);
  expect(await outbox.rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['sent']);
});

test('sends waiting messages when the database is available again', async () => {
  const { smtp, db, outbox, events, clock, worker } = await delivering();
  await outbox.press([plannedEmail()], { now: clock.now() });
  await db.schema.alterTable('delivery').renameTo('away').execute();
  worker.start();
  await events.until(() => events.lines.filter((line) => line.includes('failed')).length >= 3);
  expect(worker.canClaim()).toBe(false);
  await db.schema.alterTable('away').renameTo('delivery').execute();
  await events.reached('sent', 1);
  expect(smtp.mails).toHaveLength(1);
  expect(worker.canClaim()).toBe(true);
});

test('a message whose text cannot be completed keeps no other from being sent', async () => {
  const { smtp, outbox, events, clock, worker } = await delivering(async (_db, messages) => {
    if (messages.some(({ address }) => address === 'wrong@team.example')) throw new Error('wrong');
    return [...messages];
  });
  const addresses = ['one@team.example', 'wrong@team.example', 'two@team.example'];
  await outbox.press(
    addresses.map((address) => plannedEmail({ address })),
    { now: clock.now() },
  );
  worker.start();
  await events.reached('sent', 2);
  expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual(['one@team.example', 'two@team.example']);
  await events.logged('the text of a message was not completed');
  const wrong = (await outbox.rows()).find(({ address }) => address === 'wrong@team.example');
  // Until its lease has expired.
  expect(wrong).toMatchObject({ state: 'sending', attempts: 0 });
});

test('a single message whose text cannot be completed keeps the worker from nothing', async () => {
  const { outbox, events, clock, worker } = await delivering(async () => {
    throw new Error('wrong');
  });
  await outbox.press([plannedEmail()], { now: clock.now() });
  worker.start();
  await events.logged('the text of a message was not completed');
  await expect.poll(() => worker.canClaim()).toBe(true);
  expect(events.lines.filter((line) => line.includes('claiming messages failed'))).toEqual([]);
});

test('can claim for half a minute after a claim, and not before the first one', async () => {
  const { db, events, clock, worker } = await delivering();
  expect(worker.canClaim()).toBe(false);
  worker.start();
  await expect.poll(() => worker.canClaim()).toBe(true);
  await db.schema.alterTable('delivery').renameTo('away').execute();
  worker.wake();
  await events.logged('claiming messages failed');
  clock.advance(29_999);
  expect(worker.canClaim()).toBe(true);
  clock.advance(1);
  expect(worker.canClaim()).toBe(false);
  await db.schema.alterTable('away').renameTo('delivery').execute();
  await expect.poll(() => worker.canClaim()).toBe(true);
});

test('a result that the database rejects does not delay the others', async () => {
  const { smtp, db, outbox, events, clock, worker } = await delivering();
  smtp.behave(({ at, to }) => {
    if (at !== 'rcpt' || to.startsWith('good')) return;
    return { code: 550, text: `5.1.1 ${to.startsWith('same') ? 'Twice' : 'Once'}` };
  });
  await sql`create unique index refuse_same on delivery_attempt (provider_text) where outcome = 'permanent'`.execute(
    db,
  );
  worker.start();
  await outbox.press(
    ['same1', 'same2', 'other', 'good'].map((name) => plannedEmail({ address: `${name}@team.example` })),
    { now: clock.now() },
  );
  worker.wake();
  await events.until(() => events.changed.length === 3);
  expect((await outbox.rows()).map(({ state }) => state).toSorted()).toEqual([
    'failed',
    'failed',
    'sending',
    'sent',
  ]);
  // New messages are not delayed either.
  await outbox.press([plannedEmail({ address: 'good@team.example' })], { now: clock.now(), emergency: true });
  worker.wake();
  await events.reached('sent', 2);
  await sql`drop index refuse_same`.execute(db);
  await events.reached('failed', 3);
  expect(await outbox.attempts()).toHaveLength(5);
});
