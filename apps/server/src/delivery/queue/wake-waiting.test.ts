import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { copyMessage } from '../../testing/rows/copy-message.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { DeliveryEvents, manualClock, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/providers/smtp.ts';
import { createEmailAdapter } from '../channels/email/email.ts';
import type { SendOutcome, ChannelAdapter } from '../channels/channel.ts';
import { DeliveryWorker } from '../worker/worker.ts';
import { wakeWaitingMessages } from './wake-waiting.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

/** An outbox whose clock the test controls; its workers stop when the test ends. */
async function ground() {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const events = new DeliveryEvents();
  const clock = manualClock();
  const work = (email: ChannelAdapter) => {
    const options = { channels: { ...NO_ADAPTERS, email }, now: clock.now, random: () => 0.5, ...events };
    const worker = new DeliveryWorker({ db, ...options });
    onTestFinished(() => worker.stop());
    worker.start();
    return worker;
  };
  const press = (address: string, emergency = false) =>
    outbox.press([plannedEmail({ address })], { emergency, now: clock.now() });
  const inSeconds = async () =>
    Object.fromEntries(
      (await outbox.rows()).map(({ address, state, next_attempt_at: next }) => [
        address,
        next === null ? state : (Date.parse(next) - clock.now().getTime()) / 1000,
      ]),
    );
  return { db, outbox, events, clock, work, press, inSeconds };
}

function mailOf(smtp: Pick<TestSmtpServer, 'url'>): ChannelAdapter {
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  onTestFinished(() => email.close());
  return email;
}

test('after an outage the first success wakes every message that waits for the mail server', async () => {
  const down = await startSmtpServer();
  await down.close();
  const { events, clock, work, press, inSeconds } = await ground();
  const worker = work(mailOf(down));
  // The emergency is older, has failed more often, and would wait for longer.
  await press('emergency@team.example', true);
  for (const [failures, wait] of [5000, 5000, 15_000].entries()) {
    worker.wake();
    await events.reached('pending', failures + 1);
    clock.advance(wait);
  }
  worker.wake();
  await events.reached('pending', 4);
  await press('ordinary@team.example');
  worker.wake();
  await events.reached('pending', 5);
  expect(await inSeconds()).toEqual({ 'emergency@team.example': 30, 'ordinary@team.example': 5 });

  const up = await startSmtpServer({ port: down.port });
  onTestFinished(() => up.close());
  await press('new@team.example');
  worker.wake();
  await events.reached('sent', 3);
  expect(up.mails.map(({ to }) => to.join())).toEqual([
    'new@team.example',
    'emergency@team.example',
    'ordinary@team.example',
  ]);
});

test('a success that another process records wakes waiting messages too, but not greylisted ones', async () => {
  const down = await startSmtpServer();
  await down.close();
  const up = await startSmtpServer();
  onTestFinished(() => up.close());
  up.behave(({ at, to }) =>
    at === 'rcpt' && to.startsWith('grey') ? { code: 451, text: '4.7.1 Greylisted' } : undefined,
  );
  const { db, events, clock, work, press, inSeconds } = await ground();
  const one = work(mailOf(up));
  await press('grey@team.example');
  one.wake();
  // Its first retry is immediate, and rejected too.
  await events.reached('pending', 2);
  await one.stop();

  const two = work(mailOf(down));
  await press('waiting@team.example');
  two.wake();
  await events.reached('pending', 3);
  await two.stop();
  expect(await inSeconds()).toEqual({ 'grey@team.example': 5, 'waiting@team.example': 5 });

  clock.advance(1000);
  const three = work(mailOf(up));
  await press('new@team.example');
  three.wake();
  await events.reached('sent', 2);
  expect(await inSeconds()).toEqual({
    'grey@team.example': 4,
    'waiting@team.example': 'sent',
    'new@team.example': 'sent',
  });
  const wakeable = await db
    .selectFrom('delivery')
    .select('wakeable_at')
    .where('wakeable_at', 'is not', null)
    .execute();
  expect(wakeable).toEqual([]);
});

test('a message that keeps failing while others are sent is woken less and less often', async () => {
  const { outbox, events, clock, work, press } = await ground();
  const outcome = (address: string): SendOutcome =>
    address.startsWith('unlucky')
      ? { kind: 'temporary', fault: 'mail-unreachable', errorText: 'down', unreached: true }
      : { kind: 'sent', providerText: 'ok' };
  const worker = work({ concurrency: 1, send: async ({ address }) => outcome(address) });
  await press('unlucky@team.example');
  // Another message is sent every second, for five minutes.
  for (let second = 1; second <= 300; second += 1) {
    await press(`lucky-${second}@team.example`);
    worker.wake();
    await events.reached('sent', second);
    clock.advance(1000);
  }
  const [unlucky] = await outbox.rows();
  // Its schedule alone has seven attempts in that time; a wake-up for every success would be 300.
  expect(unlucky?.state).not.toBe('sent');
  expect(unlucky?.attempts).toBeGreaterThan(7);
  expect(unlucky?.attempts).toBeLessThan(20);
});

test('a success costs the same with 20,000 as with 1,000 messages that can be woken and are due already', async () => {
  const { db, clock, press, inSeconds } = await ground();
  const countReads = readCounter('delivery');
  const wakeable = async (id: number, dueIn: number) => {
    const next_attempt_at = new Date(clock.now().getTime() + dueIn).toISOString();
    const values = { wakeable_at: '2026-11-21T07:00:00.000Z', next_attempt_at };
    await db.updateTable('delivery').set(values).where('id', '=', id).execute();
  };
  await press('full@full.example');
  await wakeable(1, -3_600_000);
  const costs: number[] = [];
  for (const [index, copies] of [1000, 19_000].entries()) {
    await copyMessage(db, 1, copies);
    await sql`${getDialect(db).settle}`.execute(db);
    await press(`waits-${index}@team.example`);
    const waiting = await db
      .selectFrom('delivery')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    await wakeable(waiting.id, 60_000);
    costs.push(await countReads(db, (on) => wakeWaitingMessages(on, 'email', clock.now())));
    expect((await inSeconds())[`waits-${index}@team.example`]).toBe(0);
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThanOrEqual(2 * few);
});
