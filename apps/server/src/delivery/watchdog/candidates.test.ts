import { expect, test } from 'vitest';
import { plannedEmail } from '../../testing/outbox.ts';
import { TRY_LATER, REJECTED, ACCEPTED, testWatchdog } from '../../testing/watchdog.ts';
import { recordReceipt } from '../queue/delivery-receipts.ts';
import { resetForResend } from '../queue/resend.ts';
import { DeliveryWorker } from '../worker/worker.ts';
import { NO_ADAPTERS, NO_CHANNELS } from '../../factories/channels.ts';

/** Which submissions notified no one, and the channel of their alarms. */

const SMS = plannedEmail({ channel: 'sms', address: '+12025550101', subject: null, html: null });
const STOPPED = { kind: 'skipped', fault: 'sms-stopped', errorText: 'Stopped.' } as const;
const NO_MAILBOX = {
  kind: 'permanent',
  fault: 'mailbox-unknown',
  providerText: 'The mailbox does not exist.',
} as const;

test('raises an alarm immediately when the messages are held from the start, also for an ordinary press', async () => {
  const { watchdog, press, alarms } = await testWatchdog();
  const none = NO_CHANNELS;
  await press([plannedEmail()], { channels: none });
  await press([plannedEmail()], { channels: none, emergency: true });
  await watchdog.check();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_sent', 'none_sent']);
});

test('raises an alarm when messages were skipped at sending, also together with a failed one', async () => {
  const { deliveryEvents, watchdog, outcomes, press, alarms } = await testWatchdog({ sms: true });
  Object.assign(outcomes, { email: REJECTED, sms: STOPPED });
  await press([plannedEmail(), SMS]);
  await press([SMS]);
  await deliveryEvents.reached('skipped', 2);
  await deliveryEvents.reached('failed', 1);
  await watchdog.check();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_sent', 'none_sent']);
});

test('raises an alarm when a waiting message is held hours later', async () => {
  const { db, deliveryEvents, outbox, clock, worker, watchdog, press, alarms } = await testWatchdog();
  await worker.stop();
  await press([SMS], { channels: { ...NO_CHANNELS, email: true, sms: true } });
  await watchdog.check();
  clock.advance(3 * 3_600_000);
  await watchdog.check();
  expect(await alarms()).toEqual([]);
  const bare = new DeliveryWorker({
    db,
    channels: NO_ADAPTERS,
    ...deliveryEvents,
    now: clock.now,
  });
  bare.start();
  await deliveryEvents.reached('held', 1);
  await bare.stop();
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ reason: 'none_sent' }]);
  expect((await outbox.attempts())[0]).toMatchObject({
    outcome: 'held',
    at: clock.now().toISOString(),
    detail: 'SMS is not configured on this server.',
  });
});

test('a message to the person who pressed notifies no one and closes no alarm', async () => {
  const { deliveryEvents, clock, outcomeByAddress, watchdog, press, alarms } = await testWatchdog();
  const own = plannedEmail({ role: 'user', address: 'ana@team.example' });
  outcomeByAddress.set('safety@team.example', REJECTED);
  await press([own]);
  await press([plannedEmail(), own]);
  await press([plannedEmail({ role: 'consultancy', address: 'help@consultancy.example' }), own]);
  await press([plannedEmail(), own], { emergency: true });
  await deliveryEvents.reached('sent', 5);
  await deliveryEvents.reached('failed', 2);
  clock.advance(60_000);
  await watchdog.check();
  await watchdog.check();
  expect((await alarms()).map(({ reason, closed_at }) => [reason, closed_at])).toEqual([
    ['all_failed', null],
    ['all_failed', null],
    ['none_planned', null],
  ]);
});

test('a message that is resent days later closes the alarm', async () => {
  const { db, deliveryEvents, clock, outcomes, worker, watchdog, press, alarms } = await testWatchdog();
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 1);
  await watchdog.check();
  clock.advance(72 * 3_600_000);
  await watchdog.check();
  outcomes.email = ACCEPTED;
  await db.updateTable('delivery').set(resetForResend(clock.now(), 'Sent again')).execute();
  worker.wake();
  await deliveryEvents.reached('sent', 1);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ closed_by: 'system', closed_at: clock.now().toISOString() }]);
});

test('does not send the alarm over a failed channel; a wrong address does not exclude other addresses of its channel', async () => {
  const { outbox, deliveryEvents, outcomes, outcomeByAddress, watchdog, press } = await testWatchdog();
  const alarmAddresses = async () =>
    (await outbox.rows()).filter(({ purpose }) => purpose === 'alarm').map(({ address }) => address);
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 1);
  await watchdog.check();
  expect(await alarmAddresses()).toEqual([]);
  outcomes.email = ACCEPTED;
  outcomeByAddress.set('safety@team.example', NO_MAILBOX);
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 2);
  await watchdog.check();
  expect(await alarmAddresses()).toEqual(['tess@team.example']);
  outcomeByAddress.set('tess@team.example', NO_MAILBOX);
  await press([plannedEmail({ address: 'Tess@team.example' })], { emergency: true });
  outcomeByAddress.set('Tess@team.example', NO_MAILBOX);
  await deliveryEvents.reached('failed', 3);
  await watchdog.check();
  expect((await alarmAddresses()).slice(1)).toEqual([]);
});

test('sends the alarm by SMS while emails wait, and raises none for an emergency whose SMS was sent', async () => {
  const { outbox, deliveryEvents, clock, outcomes, watchdog, press, alarms } = await testWatchdog({
    sms: true,
  });
  outcomes.email = TRY_LATER;
  await press([plannedEmail()], { emergency: true });
  await press([plannedEmail(), SMS], { emergency: true });
  await deliveryEvents.reached('pending', 2);
  await deliveryEvents.reached('sent', 1);
  clock.advance(60_000);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ reason: 'not_accepted' }]);
  const alarm = (await outbox.rows()).filter(({ purpose }) => purpose === 'alarm');
  expect(alarm).toMatchObject([{ channel: 'sms', address: '+12025550100' }]);
});

test('raises a closed alarm again when an attempt that started before the closing fails after it', async () => {
  const { db, deliveryEvents, clock, outcomes, watchdog, press, alarms } = await testWatchdog();
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 1);
  await watchdog.check();
  clock.advance(4_000);
  await db.updateTable('alarm').set({ closed_at: clock.now().toISOString(), closed_by: 'admin' }).execute();
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ closed_by: 'admin' }]);
  await db.updateTable('delivery_attempt').set({ ms: 10_000 }).execute();
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ reason: 'all_failed', closed_at: null }]);
});

test('raises one alarm for each of more submissions than one check covers, and newer ones are not delayed', async () => {
  const { db, clock, watchdog, press, alarms } = await testWatchdog();
  const none = NO_CHANNELS;
  for (let number = 0; number < 450; number += 1) await press([plannedEmail()], { channels: none });
  await watchdog.check();
  expect(await alarms()).toHaveLength(400);
  clock.advance(60_000);
  const last = await press([], { channels: none });
  await watchdog.check();
  const raised = await alarms();
  expect(raised).toHaveLength(451);
  expect(raised.at(-1)).toMatchObject({ button_click_id: last, reason: 'none_planned' });
  expect(await db.selectFrom('delivery').select('id').where('purpose', '=', 'alarm').execute()).toHaveLength(
    451,
  );
});

test('raises an alarm when the only accepted message of an emergency is not delivered, while another one is pending', async () => {
  const { db, outbox, deliveryEvents, clock, outcomes, watchdog, press, alarms } = await testWatchdog({
    sms: true,
  });
  Object.assign(outcomes, {
    email: TRY_LATER,
    sms: { kind: 'sent', providerText: 'Accepted.', providerId: 'SM1' },
  });
  const id = await press([plannedEmail(), SMS], { emergency: true });
  // Neither raises an alarm: an ordinary press, and an emergency with another accepted message.
  await press([plannedEmail(), SMS]);
  await press([SMS, plannedEmail({ ...SMS, address: '+12025550102' })], { emergency: true });
  await deliveryEvents.reached('pending', 2);
  await deliveryEvents.reached('sent', 4);
  for (let checks = 1; checks <= 2; checks += 1) {
    clock.advance(61_000);
    await watchdog.check();
    expect(await alarms()).toEqual([]);
  }
  for (const { message_key: messageKey, address } of await outbox.rows()) {
    if (address !== SMS.address) continue;
    const report = { attempt: 1, fault: 'sms-handset-off', providerText: 'undelivered', from: '' } as const;
    await recordReceipt(
      db,
      { channel: 'sms', messageKey, providerId: 'SM1', outcome: 'undelivered', ...report },
      clock.now(),
    );
  }
  await watchdog.check();
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'not_accepted', closed_at: null }]);
  // A handled alarm stays closed until something else fails.
  clock.advance(1_000);
  await db.updateTable('alarm').set({ closed_at: clock.now().toISOString(), closed_by: 'team' }).execute();
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ closed_by: 'team' }]);
});
