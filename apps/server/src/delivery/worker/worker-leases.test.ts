import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import type { Db } from '../../db/tables.ts';
import { TEST_DATABASE, testDatabase } from '../../testing/databases/database.ts';
import {
  DeliveryEvents,
  manualClock,
  gate,
  plannedEmail,
  testOutbox,
  type ManualClock,
} from '../../testing/outbox.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/providers/smtp.ts';
import { createEmailAdapter } from '../channels/email/email.ts';
import { LEASE_MS } from '../queue/lease.ts';
import { DeliveryWorker } from './worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

const FROM = 'alerts@callpoint.example';

function workerOn(db: Db, smtp: TestSmtpServer, clock: ManualClock, stopMs = 15_000, alone = false) {
  const events = new DeliveryEvents();
  const email = createEmailAdapter({ url: smtp.url, from: FROM });
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email },
    log: events.log,
    onResult: events.onResult,
    now: clock.now,
    random: () => 0.5,
    stopMs,
    alone,
  });
  onTestFinished(async () => {
    await worker.stop();
    email.close();
  });
  return { worker, events };
}

async function ground() {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const { db, location } = await testDatabase();
  return { smtp, db, location, outbox: await testOutbox(db), clock: manualClock() };
}

/** Delays the replies of the server. `reached` resolves when it has received `count` complete messages. */
function delayReplies(smtp: TestSmtpServer, count: number) {
  const { opened, open } = gate();
  const reached = gate();
  let seen = 0;
  smtp.behave(async ({ at }) => {
    if (at !== 'data') return;
    seen += 1;
    if (seen === count) reached.open();
    await opened;
  });
  return { reached: reached.opened, open };
}

test('two workers on one database never send the same message', async () => {
  const { smtp, db, location, outbox, clock } = await ground();
  let other = db;
  if (TEST_DATABASE === 'postgres') {
    const own = openDatabase(location, () => {});
    onTestFinished(() => own.destroy());
    other = own;
  }
  const one = workerOn(db, smtp, clock);
  const two = workerOn(other, smtp, clock);
  const addresses = Array.from({ length: 120 }, (_, at) => `person${at}@team.example`);
  await outbox.press(
    addresses.map((address) => plannedEmail({ address })),
    { now: clock.now() },
  );
  one.worker.start();
  two.worker.start();
  const more = Array.from({ length: 20 }, (_, at) => `later${at}@team.example`);
  for (const address of more) {
    await outbox.press([plannedEmail({ address })], { now: clock.now(), emergency: true });
    one.worker.wake();
    two.worker.wake();
  }
  await smtp.waitFor(140);
  await Promise.all([one.worker.stop(), two.worker.stop()]);
  expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual([...addresses, ...more].toSorted());
  const changed = [...one.events.changed, ...two.events.changed];
  expect(new Set(changed.map(({ message }) => message.id)).size).toBe(140);
  expect(changed).toHaveLength(140);
  expect((await outbox.rows()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
  expect(await outbox.attempts()).toHaveLength(140);
});

test('renews leases while a server is slow, so that no other worker reclaims the message', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const slow = delayReplies(smtp, 1);
  const one = workerOn(db, smtp, clock);
  const two = workerOn(db, smtp, clock);
  one.worker.start();
  await outbox.press([plannedEmail()], { now: clock.now() });
  one.worker.wake();
  await slow.reached;
  two.worker.start();
  for (let at = 0; at < 10; at += 1) {
    clock.advance(LEASE_MS / 2);
    const until = new Date(clock.now().getTime() + LEASE_MS).toISOString();
    one.worker.wake();
    await expect.poll(async () => (await outbox.rows())[0]?.lease_until, { interval: 5 }).toBe(until);
    two.worker.wake();
  }
  slow.open();
  await one.events.reached('sent', 1);
  expect(two.events.changed).toEqual([]);
  expect(smtp.mails).toHaveLength(1);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['sent']);
});

test('reclaims the messages of a crashed worker and logs the lost attempt', async () => {
  const { smtp, db, outbox, clock } = await ground();
  await outbox.press([plannedEmail()], { now: clock.now() });
  // The state after a process was killed.
  const lease = new Date(clock.now().getTime() + LEASE_MS).toISOString();
  await db.updateTable('delivery').set({ state: 'sending', fence: 1, lease_until: lease }).execute();
  const { worker, events } = workerOn(db, smtp, clock);
  worker.start();
  clock.advance(LEASE_MS - 1);
  await outbox.press([plannedEmail({ address: 'other@team.example' })], { now: clock.now() });
  worker.wake();
  await events.reached('sent', 1);
  expect((await outbox.rows())[0]).toMatchObject({ state: 'sending', fence: 1 });
  clock.advance(1);
  await events.reached('sent', 2);
  expect(smtp.mails.map(({ to }) => to.join())).toEqual(['other@team.example', 'safety@team.example']);
  expect((await outbox.attempts()).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['lost', expect.stringContaining('may have arrived')],
    ['sent', expect.stringMatching(/^250/)],
    ['sent', expect.stringMatching(/^250/)],
  ]);
  expect((await outbox.rows())[0]).toMatchObject({ state: 'sent', attempts: 2, fence: 2 });
});

test('a worker whose message was reclaimed records nothing, even when the server accepted the email', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const slow = delayReplies(smtp, 1);
  const one = workerOn(db, smtp, clock);
  one.worker.start();
  await outbox.press([plannedEmail()], { now: clock.now() });
  one.worker.wake();
  await slow.reached;
  // Another process reclaims the message while this one, with its clock, is suspended.
  await db.updateTable('delivery').set({ fence: 2 }).execute();
  slow.open();
  await one.events.logged('another worker had reclaimed the message');
  expect(one.events.changed).toEqual([]);
  expect(await outbox.rows()).toMatchObject([{ state: 'sending', fence: 2, attempts: 0, sent_at: null }]);
  expect(await outbox.attempts()).toEqual([]);
});

test('a resumed worker drops its expired messages instead of sending them', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const { opened, open } = gate();
  const requested = gate();
  smtp.behave(async ({ at }) => {
    if (at !== 'rcpt') return;
    requested.open();
    await opened;
  });
  const one = workerOn(db, smtp, clock);
  one.worker.start();
  await outbox.press([plannedEmail()], { now: clock.now() });
  one.worker.wake();
  await requested.opened;
  clock.advance(LEASE_MS + 1);
  one.worker.wake();
  await one.events.logged('its lease has expired');
  smtp.behave();
  open();
  // After that it reclaims the message like any other worker.
  await one.events.reached('sent', 1);
  expect(smtp.mails).toHaveLength(1);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['lost', 'sent']);
});

test.for(['rcpt', 'mail'] as const)(
  'a worker that resumes at %s with an expired lease sends nothing',
  async (step) => {
    const { smtp, db, outbox, clock } = await ground();
    const { opened, open } = gate();
    const requested = gate();
    smtp.behave(async ({ at }) => {
      if (at !== step) return;
      requested.open();
      await opened;
    });
    const one = workerOn(db, smtp, clock);
    one.worker.start();
    await outbox.press([plannedEmail()], { now: clock.now() });
    one.worker.wake();
    await requested.opened;
    // Another worker has sent it meanwhile. The mail server's reply is this worker's first event.
    await db.updateTable('delivery').set({ state: 'sent', fence: 2 }).execute();
    clock.advance(LEASE_MS + 1);
    open();
    await one.events.until(() => one.events.lines.length > 0);
    await one.worker.stop();
    expect(smtp.mails).toEqual([]);
    expect(await outbox.attempts()).toEqual([]);
  },
);

/** Slots for ordinary emails. */
const SLOTS = 10;

test('a stopping worker releases messages that wait for a slot, as if they had never been claimed', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const slow = delayReplies(smtp, SLOTS);
  const { worker, events } = workerOn(db, smtp, clock);
  const addresses = Array.from({ length: 40 }, (_, at) => `person@team-${at % 20}.example`);
  await outbox.press(
    addresses.map((address, at) => plannedEmail({ address: `${at}-${address}` })),
    { now: clock.now() },
  );
  worker.start();
  await slow.reached;
  const stopped = worker.stop();
  await expect
    .poll(async () => (await outbox.rows()).filter(({ state }) => state === 'sending').length, {
      interval: 5,
    })
    .toBe(SLOTS);
  slow.open();
  await stopped;
  expect(events.changed).toHaveLength(SLOTS);
  expect(smtp.mails).toHaveLength(SLOTS);
  const waiting = (await outbox.rows()).filter(({ state }) => state !== 'sent');
  expect(waiting).toHaveLength(addresses.length - SLOTS);
  for (const row of waiting) expect(row).toMatchObject({ state: 'pending', attempts: 0, lease_until: null });
});

test('a message whose attempts are lost repeatedly waits as after any other fault', async () => {
  const { smtp, db, outbox, clock } = await ground();
  await outbox.press([plannedEmail()], { now: clock.now() });
  await db
    .updateTable('delivery')
    .set({ state: 'sending', lease_until: clock.now().toISOString(), attempts: 3 })
    .execute();
  const [row] = await outbox.rows();
  const at = clock.now().toISOString();
  for (let times = 0; times < 3; times += 1) {
    await db
      .insertInto('delivery_attempt')
      .values({ delivery_id: row?.id ?? 0, at, ms: 0, outcome: 'lost', detail: '' })
      .execute();
  }
  const { worker, events } = workerOn(db, smtp, clock);
  worker.start();
  await events.reached('pending', 1);
  expect((await outbox.rows())[0]).toMatchObject({
    state: 'pending',
    next_attempt_at: new Date(clock.now().getTime() + 30_000).toISOString(),
  });
});

test('a stopping worker waits for messages in flight and claims nothing more', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const slow = delayReplies(smtp, 3);
  const { worker, events } = workerOn(db, smtp, clock);
  worker.start();
  await outbox.press(
    ['a', 'b', 'c'].map((name) => plannedEmail({ address: `${name}@team.example` })),
    { now: clock.now() },
  );
  worker.wake();
  await slow.reached;
  const stopped = worker.stop();
  await outbox.press([plannedEmail({ address: 'late@team.example' })], { now: clock.now() });
  worker.wake();
  slow.open();
  await stopped;
  expect(events.changed.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect((await outbox.rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'pending']);
  expect(smtp.mails).toHaveLength(3);
});

test('a stop that times out releases the messages that are still in flight', async () => {
  const { smtp, db, outbox, clock } = await ground();
  const slow = delayReplies(smtp, 1);
  const { worker } = workerOn(db, smtp, clock, 50);
  worker.start();
  await outbox.press([plannedEmail()], { now: clock.now() });
  worker.wake();
  await slow.reached;
  await worker.stop();
  expect(await outbox.rows()).toMatchObject([{ state: 'sending', lease_until: clock.now().toISOString() }]);
  smtp.behave();
  const next = workerOn(db, smtp, clock);
  next.worker.start();
  await next.events.reached('sent', 1);
  slow.open();
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['lost', 'sent']);
});

test('a single worker reclaims the messages of a crashed one immediately, and never its own later', async () => {
  const { smtp, db, outbox, clock } = await ground();
  await outbox.press([plannedEmail()], { now: clock.now() });
  const leaseUntil = new Date(clock.now().getTime() + LEASE_MS).toISOString();
  await db.updateTable('delivery').set({ state: 'sending', fence: 1, lease_until: leaseUntil }).execute();
  const { worker, events } = workerOn(db, smtp, clock, 15_000, true);
  worker.start();
  await events.reached('sent', 1);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['lost', 'sent']);
  const slow = delayReplies(smtp, 1);
  await outbox.press([plannedEmail({ address: 'other@team.example' })], { now: clock.now() });
  worker.wake();
  await slow.reached;
  worker.wake();
  slow.open();
  await events.reached('sent', 2);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['lost', 'sent', 'sent']);
});

test('stops a worker that was never started, and an idle one, also repeatedly', async () => {
  const { smtp, db, clock } = await ground();
  const { worker } = workerOn(db, smtp, clock);
  await worker.stop();
  const idle = workerOn(db, smtp, clock);
  idle.worker.start();
  await Promise.all([idle.worker.stop(), idle.worker.stop()]);
  await idle.worker.stop();
});
