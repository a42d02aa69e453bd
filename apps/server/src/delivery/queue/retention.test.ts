import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TEST_DATABASE, testDatabase } from '../../testing/databases/database.ts';
import { manualClock, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { resetForResend } from './resend.ts';
import { DELETION_BATCH, deleteOldTexts, purgeOldTexts } from './retention.ts';
import { DAY } from '../../scheduling/durations.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

const RETENTION = 5 * 365 * DAY;

test('deletes expired texts and attempts, oldest first, and keeps recipients, times and states', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const clock = manualClock();
  const purge = () => deleteOldTexts(db, new Date(clock.now().getTime() - RETENTION), clock.now());
  for (const address of ['sent@team.example', 'failed@team.example']) {
    await outbox.press([plannedEmail({ address })], { now: clock.now() });
    clock.advance(DAY);
  }
  const held = { channels: NO_CHANNELS, now: clock.now() };
  await outbox.press([plannedEmail({ address: 'held@team.example' })], held);
  for (const [id, state] of [
    [1, 'sent'],
    [2, 'failed'],
  ] as const) {
    const sent_at = state === 'sent' ? '2026-11-21T08:00:01.000Z' : null;
    const changed = { state, next_attempt_at: null, reason: state === 'sent' ? null : 'No.', sent_at };
    await db.updateTable('delivery').set(changed).where('id', '=', id).execute();
    const attempt = { delivery_id: id, at: clock.now().toISOString(), ms: 5, outcome: 'sent', detail: 'Ok' };
    await db.insertInto('delivery_attempt').values(attempt).execute();
  }

  clock.advance(RETENTION - 2 * DAY);
  expect(await purge()).toBe(0);
  clock.advance(1);
  expect(await purge()).toBe(1);
  expect(await purge()).toBe(0);
  expect((await outbox.attempts()).map(({ delivery_id }) => delivery_id)).toEqual([2]);
  clock.advance(2 * DAY);
  expect(await purge()).toBe(2);
  expect(await outbox.attempts()).toEqual([]);
  const purged = { subject: null, body: '', html: null, purged_at: expect.any(String) };
  expect(await outbox.rows()).toMatchObject([
    { ...purged, address: 'sent@team.example', state: 'sent', sent_at: '2026-11-21T08:00:01.000Z' },
    { ...purged, state: 'failed', reason: 'No.' },
    { ...purged, state: 'skipped', reason: expect.stringContaining('never sent') },
  ]);
});

test('never deletes an active message of any age, nor any message after it', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const clock = manualClock();
  for (let press = 0; press < 3; press += 1) await outbox.press([plannedEmail()], { now: clock.now() });
  const setState = (id: number, state: string) =>
    db.updateTable('delivery').set({ state }).where('id', '=', id).execute();
  const purge = () => deleteOldTexts(db, new Date(clock.now().getTime() + DAY), clock.now());
  await setState(1, 'sent');
  await setState(3, 'sent');
  expect(await purge()).toBe(1);
  await setState(2, 'sending');
  expect(await purge()).toBe(0);
  expect((await outbox.rows()).map(({ body }) => body === '')).toEqual([true, false, false]);
  await setState(2, 'failed');
  expect(await purge()).toBe(2);
});

test('keeps the text of a message that is resent at the same time', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  await outbox.press([plannedEmail()]);
  await db.updateTable('delivery').set({ state: 'failed' }).execute();
  const purging = await db.transaction().execute(async (tx) => {
    await tx.updateTable('delivery').set(resetForResend(new Date(), 'Sent again')).execute();
    const step = deleteOldTexts(db, new Date(Date.now() + DAY));
    // On SQLite it starts after this transaction anyway.
    for (let waits = TEST_DATABASE === 'sqlite'; !waits;) {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      waits = rows.length > 0;
    }
    return { step };
  });
  expect(await purging.step).toBe(0);
  expect(await outbox.rows()).toMatchObject([
    { state: 'pending', body: expect.stringContaining(plannedEmail().text), purged_at: null },
  ]);
});

test('a step deletes a limited number', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const many = Array.from({ length: DELETION_BATCH + 1 }, (_, n) =>
    plannedEmail({ address: `a${n}@team.example` }),
  );
  await outbox.press(many);
  await db.updateTable('delivery').set({ state: 'sent' }).execute();
  const later = new Date(Date.now() + DAY);
  const steps = [];
  for (let step = 0; step < 3; step += 1) steps.push(await deleteOldTexts(db, later));
  expect(steps).toEqual([DELETION_BATCH, 1, 0]);
});

/** Sent messages of more than two steps, and how many of them have a text. */
async function manyMessages() {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const messages = Array.from({ length: 2 * DELETION_BATCH + 10 }, (_, number) =>
    plannedEmail({ address: `person-${number}@team.example`, text: `Text ${number}` }),
  );
  await outbox.press(messages);
  await db.updateTable('delivery').set({ state: 'sent', next_attempt_at: null }).execute();
  const countTexts = async () => (await db.selectFrom('message_text').select('id').execute()).length;
  return { db, messages: messages.length, countTexts };
}

const inTheFuture = () => new Date(Date.now() + DAY);

test('a purge deletes everything that is due, and purges no message again', async () => {
  const { db, messages, countTexts } = await manyMessages();
  expect(await countTexts()).toBe(messages);
  const { signal } = new AbortController();
  await purgeOldTexts(db, inTheFuture(), signal);
  expect(await countTexts()).toBe(0);
  const rows = () => db.selectFrom('delivery').select(['id', 'text_id', 'purged_at']).orderBy('id').execute();
  const purged = await rows();
  expect(purged.every(({ text_id, purged_at }) => text_id === null && purged_at !== null)).toBe(true);
  await purgeOldTexts(db, inTheFuture(), signal);
  expect(await rows()).toEqual(purged);
});

test('a purge that is stopped ends after its step, and the next one continues', async () => {
  const { db, messages, countTexts } = await manyMessages();
  const stopping = new AbortController();
  const first = purgeOldTexts(db, inTheFuture(), stopping.signal);
  stopping.abort();
  await first;
  expect(await countTexts()).toBe(messages - DELETION_BATCH);
  await purgeOldTexts(db, inTheFuture(), stopping.signal);
  expect(await countTexts()).toBe(messages - DELETION_BATCH);
  await purgeOldTexts(db, inTheFuture(), new AbortController().signal);
  expect(await countTexts()).toBe(0);
});
