import { expect, test } from 'vitest';
import { plannedMail } from '../../testing/outbox.ts';
import { TRY_LATER, REJECTED, ACCEPTED, testWatchdog } from '../../testing/watchdog.ts';
import { recordReceipt } from '../queue/delivery-receipts.ts';
import { resetForResend } from '../queue/resend.ts';
import { DeliveryWorker } from '../worker/worker.ts';

/** What counts as nobody told, and who hears of it by which channel. */

const SMS = plannedMail({ channel: 'sms', address: '+12025550101', subject: null, html: null });
const STOPPED = { kind: 'skipped', fault: 'sms-stopped', errorText: 'Stopped.' } as const;
const NO_MAILBOX = {
  kind: 'permanent',
  fault: 'mailbox-unknown',
  providerText: 'There is no such mailbox.',
} as const;

test('held when it was sent in: nobody was told, at once and of an ordinary press too', async () => {
  const { watch, press, alarms } = await testWatchdog();
  const none = { email: false, sms: false };
  await press([plannedMail()], { channels: none });
  await press([plannedMail()], { channels: none, emergency: true });
  await watch.look();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_sent', 'none_sent']);
});

test('skipped when it was to be sent, beside one that failed: nobody was told', async () => {
  const { heard, watch, answers, press, alarms } = await testWatchdog({ sms: true });
  Object.assign(answers, { email: REJECTED, sms: STOPPED });
  await press([plannedMail(), SMS]);
  await press([SMS]);
  await heard.reached('skipped', 2);
  await heard.reached('failed', 1);
  await watch.look();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_sent', 'none_sent']);
});

test('held while it waited, long after it was sent in: nobody was told', async () => {
  const { db, heard, outbox, clock, worker, watch, press, alarms } = await testWatchdog();
  await worker.stop();
  await press([SMS], { channels: { email: true, sms: true } });
  await watch.look();
  clock.advance(3 * 3_600_000);
  await watch.look();
  expect(await alarms()).toEqual([]);
  const bare = new DeliveryWorker({ db, channels: { email: null, sms: null }, ...heard, now: clock.now });
  bare.start();
  await heard.reached('held', 1);
  await bare.stop();
  await watch.look();
  expect(await alarms()).toMatchObject([{ reason: 'none_sent' }]);
  expect((await outbox.attempts())[0]).toMatchObject({
    outcome: 'held',
    at: clock.now().toISOString(),
    detail: 'SMS is not configured on this server.',
  });
});

test('what only the person who pressed got tells nobody, and ends no alarm', async () => {
  const { heard, clock, answersOf, watch, press, alarms } = await testWatchdog();
  const own = plannedMail({ role: 'user', address: 'ana@team.example' });
  answersOf.set('safety@team.example', REJECTED);
  await press([own]);
  await press([plannedMail(), own]);
  await press([plannedMail({ role: 'consultancy', address: 'help@consultancy.example' }), own]);
  await press([plannedMail(), own], { emergency: true });
  await heard.reached('sent', 5);
  await heard.reached('failed', 2);
  clock.advance(60_000);
  await watch.look();
  await watch.look();
  expect((await alarms()).map(({ reason, closed_at }) => [reason, closed_at])).toEqual([
    ['all_failed', null],
    ['all_failed', null],
    ['none_planned', null],
  ]);
});

test('a message that is sent again after days ends the alarm', async () => {
  const { db, heard, clock, answers, worker, watch, press, alarms } = await testWatchdog();
  answers.email = REJECTED;
  await press([plannedMail()]);
  await heard.reached('failed', 1);
  await watch.look();
  clock.advance(72 * 3_600_000);
  await watch.look();
  answers.email = ACCEPTED;
  await db.updateTable('delivery').set(resetForResend(clock.now())).execute();
  worker.wake();
  await heard.reached('sent', 1);
  await watch.look();
  expect(await alarms()).toMatchObject([{ closed_by: 'system', closed_at: clock.now().toISOString() }]);
});

test('a channel that failed is not the one by which that is told; one whose address was wrong still works for others', async () => {
  const { outbox, heard, answers, answersOf, watch, press } = await testWatchdog();
  const told = async () =>
    (await outbox.rows()).filter(({ purpose }) => purpose === 'alarm').map(({ address }) => address);
  answers.email = REJECTED;
  await press([plannedMail()]);
  await heard.reached('failed', 1);
  await watch.look();
  expect(await told()).toEqual([]);
  answers.email = ACCEPTED;
  answersOf.set('safety@team.example', NO_MAILBOX);
  await press([plannedMail()]);
  await heard.reached('failed', 2);
  await watch.look();
  expect(await told()).toEqual(['tess@team.example']);
  answersOf.set('tess@team.example', NO_MAILBOX);
  await press([plannedMail({ address: 'Tess@team.example' })], { emergency: true });
  answersOf.set('Tess@team.example', NO_MAILBOX);
  await heard.reached('failed', 3);
  await watch.look();
  expect((await told()).slice(1)).toEqual([]);
});

test('an e-mail that waits is a channel that does not work: the SMS goes, and an emergency told of by SMS is told', async () => {
  const { outbox, heard, clock, answers, watch, press, alarms } = await testWatchdog({ sms: true });
  answers.email = TRY_LATER;
  await press([plannedMail()], { emergency: true });
  await press([plannedMail(), SMS], { emergency: true });
  await heard.reached('pending', 2);
  await heard.reached('sent', 1);
  clock.advance(60_000);
  await watch.look();
  expect(await alarms()).toMatchObject([{ reason: 'not_accepted' }]);
  const alarm = (await outbox.rows()).filter(({ purpose }) => purpose === 'alarm');
  expect(alarm).toMatchObject([{ channel: 'sms', address: '+12025550100' }]);
});

test('a try that ended after somebody had closed the alarm counts, though it had begun before', async () => {
  const { db, heard, clock, answers, watch, press, alarms } = await testWatchdog();
  answers.email = REJECTED;
  await press([plannedMail()]);
  await heard.reached('failed', 1);
  await watch.look();
  clock.advance(4_000);
  await db.updateTable('alarm').set({ closed_at: clock.now().toISOString(), closed_by: 'admin' }).execute();
  await watch.look();
  expect(await alarms()).toMatchObject([{ closed_by: 'admin' }]);
  await db.updateTable('delivery_attempt').set({ ms: 10_000 }).execute();
  await watch.look();
  expect(await alarms()).toMatchObject([{ reason: 'all_failed', closed_at: null }]);
});

test('more than one look raises: each has one alarm in the end, and later ones wait for nothing that was raised', async () => {
  const { db, clock, watch, press, alarms } = await testWatchdog();
  const none = { email: false, sms: false };
  for (let number = 0; number < 450; number += 1) await press([plannedMail()], { channels: none });
  await watch.look();
  expect(await alarms()).toHaveLength(400);
  clock.advance(60_000);
  const last = await press([], { channels: none });
  await watch.look();
  const raised = await alarms();
  expect(raised).toHaveLength(451);
  expect(raised.at(-1)).toMatchObject({ button_click_id: last, reason: 'none_planned' });
  expect(await db.selectFrom('delivery').select('id').where('purpose', '=', 'alarm').execute()).toHaveLength(
    451,
  );
});

test('an emergency whose only accepted message was not delivered, after its 60 seconds, while another still waits', async () => {
  const { db, outbox, heard, clock, answers, watch, press, alarms } = await testWatchdog({ sms: true });
  Object.assign(answers, {
    email: TRY_LATER,
    sms: { kind: 'sent', providerText: 'Accepted.', providerId: 'SM1' },
  });
  const id = await press([plannedMail(), SMS], { emergency: true });
  // No emergency, and one of which another message was accepted.
  await press([plannedMail(), SMS]);
  await press([SMS, plannedMail({ ...SMS, address: '+12025550102' })], { emergency: true });
  await heard.reached('pending', 2);
  await heard.reached('sent', 4);
  for (let look = 1; look <= 2; look += 1) {
    clock.advance(61_000);
    await watch.look();
    expect(await alarms()).toEqual([]);
  }
  for (const { message_key: messageKey, address } of await outbox.rows()) {
    if (address !== SMS.address) continue;
    const said = { attempt: 1, fault: 'sms-handset-off', providerText: 'undelivered', from: '' } as const;
    await recordReceipt(
      db,
      { channel: 'sms', messageKey, providerId: 'SM1', outcome: 'undelivered', ...said },
      clock.now(),
    );
  }
  await watch.look();
  await watch.look();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'not_accepted', closed_at: null }]);
  // Seen to: it comes back with the next thing that goes wrong, and not before.
  clock.advance(1_000);
  await db.updateTable('alarm').set({ closed_at: clock.now().toISOString(), closed_by: 'team' }).execute();
  await watch.look();
  expect(await alarms()).toMatchObject([{ closed_by: 'team' }]);
});
