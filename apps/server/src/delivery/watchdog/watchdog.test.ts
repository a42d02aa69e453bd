import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_CHANNELS } from '../../factories/channels.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { TRY_LATER, REJECTED, ACCEPTED, testWatchdog } from '../../testing/watchdog.ts';
import { recordReceipt } from '../queue/delivery-receipts.ts';
import { resetForResend } from '../queue/resend.ts';

test('when every message failed, raises one alarm, publishes it, and sends an SMS to the subscriber who chose email only', async () => {
  const { db, outbox, deliveryEvents, clock, outcomes, watchdog, createWatchdog, events, press, alarms } =
    await testWatchdog({
      sms: true,
    });
  await db.updateTable('team').set({ time_zone: 'America/Denver' }).execute();
  outcomes.email = REJECTED;
  const id = await press([plannedEmail(), plannedEmail({ address: 'second@team.example' })]);
  await deliveryEvents.reached('failed', 2);
  clock.advance(2_000);
  await watchdog.check();
  await createWatchdog().check();
  await watchdog.check();
  expect(await alarms()).toEqual([
    expect.objectContaining({
      team_id: outbox.teamId,
      button_click_id: id,
      form_submission_id: null,
      button_id: 2,
      reason: 'all_failed',
      raised_at: '2026-11-21T08:00:02.000Z',
      closed_at: null,
    }),
  ]);
  expect(events).toEqual([
    expect.objectContaining({
      kind: 'alarm.raised',
      team_id: outbox.teamId,
      submission: 'button',
      item_id: 2,
      id,
    }),
  ]);
  await deliveryEvents.reached('sent', 1);
  expect((await outbox.rows()).at(-1)).toMatchObject({
    button_click_id: id,
    purpose: 'alarm',
    channel: 'sms',
    role: 'team',
    address: '+12025550100',
    state: 'sent',
    body: 'No one was notified: Report an Incident/Accident, Ana Flores, Nov 21, 2026, 1:00 AM MST. Call them: +1 202 555 0143',
  });
  // The alarm's own message does not close the alarm.
  clock.advance(2_000);
  await watchdog.check();
  expect((await alarms())[0]?.closed_at).toBeNull();
});

test('raises no alarm while a message is pending or has been sent', async () => {
  const { deliveryEvents, clock, outcomes, watchdog, press, alarms } = await testWatchdog();
  await press([plannedEmail()]);
  await deliveryEvents.reached('sent', 1);
  outcomes.email = TRY_LATER;
  await press([plannedEmail({ address: 'later@team.example' })]);
  await deliveryEvents.reached('pending', 1);
  clock.advance(2_000);
  await watchdog.check();
  expect(await alarms()).toEqual([]);
});

test('raises an alarm when all messages were skipped or none was planned, and emails a link', async () => {
  const { outbox, deliveryEvents, clock, watchdog, press, alarms } = await testWatchdog();
  await press([plannedEmail({ address: '', skipped: { code: 'no-address' } })]);
  await press([]);
  clock.advance(1_000);
  await watchdog.check();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_planned', 'none_planned']);
  await deliveryEvents.reached('sent', 2);
  const mail = (await outbox.rows()).at(-1);
  expect(mail).toMatchObject({
    channel: 'email',
    role: 'team',
    address: 'tess@team.example',
    subject: 'No one was notified: Report an Incident/Accident, Ana Flores',
  });
  expect(mail?.body).toContain('https://callpoint.example/app/button_data/2/');
  expect(mail?.html).toContain('No one was notified of this');
});

test('raises an alarm when no message of an emergency is accepted within 60 seconds, and closes it when one is sent', async () => {
  const { outbox, deliveryEvents, clock, outcomes, worker, watchdog, events, press, alarms } =
    await testWatchdog();
  outcomes.email = TRY_LATER;
  const id = await press([plannedEmail()], { emergency: true });
  await press([plannedEmail({ address: 'other@team.example' })]);
  await deliveryEvents.reached('pending', 2);
  clock.advance(59_000);
  await watchdog.check();
  expect(await alarms()).toEqual([]);
  clock.advance(1_000);
  await watchdog.check();
  expect(await alarms()).toEqual([
    expect.objectContaining({ button_click_id: id, reason: 'not_accepted', closed_at: null }),
  ]);
  // Email fails, and there is no other channel.
  expect(await outbox.rows()).toHaveLength(2);
  outcomes.email = ACCEPTED;
  clock.advance(60_000);
  worker.wake();
  await deliveryEvents.reached('sent', 2);
  await watchdog.check();
  expect((await alarms())[0]).toMatchObject({ closed_by: 'system', closed_at: clock.now().toISOString() });
  expect(events.map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.closed']);
});

test('raises an automatically closed alarm again when the accepted message was not delivered', async () => {
  const { db, outbox, deliveryEvents, clock, outcomes, worker, watchdog, events, press, alarms } =
    await testWatchdog({
      sms: true,
    });
  outcomes.sms = TRY_LATER;
  const sms = plannedEmail({ channel: 'sms', address: '+12025550101', subject: null, html: null });
  await press([sms], { emergency: true });
  await deliveryEvents.reached('pending', 1);
  clock.advance(60_000);
  await watchdog.check();
  await deliveryEvents.reached('sent', 1);
  outcomes.sms = { kind: 'sent', providerText: 'Accepted.', providerId: 'SM1' };
  clock.advance(60_000);
  worker.wake();
  await deliveryEvents.reached('sent', 2);
  await watchdog.check();
  expect((await alarms())[0]).toMatchObject({ reason: 'not_accepted', closed_by: 'system' });
  const [message] = await outbox.rows();
  const undelivered = {
    outcome: 'undelivered',
    attempt: 2,
    fault: 'lost',
    providerText: 'undelivered',
    from: '',
  } as const;
  const receipt = {
    channel: 'sms' as const,
    messageKey: message?.message_key ?? '',
    providerId: 'SM1',
    ...undelivered,
  };
  expect(await recordReceipt(db, receipt, clock.now())).toMatchObject({ state: 'failed' });
  clock.advance(2_000);
  await watchdog.check();
  await watchdog.check();
  expect(await alarms()).toEqual([
    expect.objectContaining({
      reason: 'all_failed',
      raised_at: clock.now().toISOString(),
      closed_at: null,
      closed_by: null,
    }),
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.closed', 'alarm.raised']);
  // The new alarm is sent over the working channel.
  await deliveryEvents.reached('sent', 3);
  expect((await outbox.rows()).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
    'sms failed',
    'email sent',
    'email sent',
  ]);
  clock.advance(2_000);
  await watchdog.check();
  expect((await alarms())[0]?.closed_at).toBeNull();
});

test('an alarm that a person closed stays closed until a resent message fails', async () => {
  const { db, deliveryEvents, clock, outcomes, worker, watchdog, createWatchdog, press, alarms } =
    await testWatchdog();
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 1);
  clock.advance(2_000);
  await watchdog.check();
  clock.advance(2_000);
  const closed = { closed_at: clock.now().toISOString(), closed_by: 'team' };
  await db.updateTable('alarm').set(closed).execute();
  await watchdog.check();
  await createWatchdog().check();
  expect(await alarms()).toMatchObject([closed]);
  clock.advance(2_000);
  await db.updateTable('delivery').set(resetForResend(clock.now(), 'Sent again')).execute();
  worker.wake();
  await deliveryEvents.reached('failed', 2);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ reason: 'all_failed', closed_at: null, closed_by: null }]);
});

test('a new process finds the failures of the last day', async () => {
  const { deliveryEvents, clock, outcomes, createWatchdog, press, alarms } = await testWatchdog();
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await press([], { emergency: true });
  await deliveryEvents.reached('failed', 1);
  clock.advance(3_600_000);
  await createWatchdog().check();
  expect((await alarms()).map(({ reason }) => reason).toSorted()).toEqual(['all_failed', 'none_planned']);
});

test('raises all alarms of a flood without waiting for the next tick', async () => {
  const { clock, watchdog, press, alarms } = await testWatchdog();
  for (let number = 0; number < 500; number += 1) await press([]);
  const last = await press([]);
  clock.advance(1_000);
  await watchdog.checkAll();
  const raised = await alarms();
  expect(raised).toHaveLength(501);
  expect(raised.at(-1)?.button_click_id).toBe(last);
});

test('a stop ends with the check in progress, which raises what it has found, and no check follows', async () => {
  const { watchdog, press, alarms } = await testWatchdog();
  // More than one check covers.
  for (let number = 0; number < 450; number += 1) await press([plannedEmail()], { channels: NO_CHANNELS });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  watchdog.start();
  vi.advanceTimersToNextTimer();
  await watchdog.stop();
  expect(await alarms()).toHaveLength(400);
  expect(vi.getTimerCount()).toBe(0);
});
