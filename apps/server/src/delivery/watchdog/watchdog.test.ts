import { expect, test } from 'vitest';
import { plannedMail } from '../../testing/outbox.ts';
import { TRY_LATER, REJECTED, ACCEPTED, testWatchdog } from '../../testing/watchdog.ts';
import { recordReceipt } from '../queue/delivery-receipts.ts';
import { resetForResend } from '../queue/resend.ts';

test('every message failed: one alarm, told to consoles, and an SMS to the subscriber, who had chosen e-mail only', async () => {
  const { outbox, heard, clock, answers, watch, createWatchdog, events, press, alarms } = await testWatchdog({
    sms: true,
  });
  answers.email = REJECTED;
  const id = await press([plannedMail(), plannedMail({ address: 'second@team.example' })]);
  await heard.reached('failed', 2);
  clock.advance(2_000);
  await watch.look();
  await createWatchdog().look();
  await watch.look();
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
  await heard.reached('sent', 1);
  expect((await outbox.rows()).at(-1)).toMatchObject({
    button_click_id: id,
    purpose: 'alarm',
    channel: 'sms',
    role: 'team',
    address: '+12025550100',
    state: 'sent',
    body: 'Nobody was told: Report an Incident/Accident, Ana Flores, 2026-11-21 08:00:00 UTC. Call them: +1 202 555 0143',
  });
  // That the alarm's own message arrived does not make it untrue.
  clock.advance(2_000);
  await watch.look();
  expect((await alarms())[0]?.closed_at).toBeNull();
});

test('no alarm while one message is still on its way, or has arrived', async () => {
  const { heard, clock, answers, watch, press, alarms } = await testWatchdog();
  await press([plannedMail()]);
  await heard.reached('sent', 1);
  answers.email = TRY_LATER;
  await press([plannedMail({ address: 'later@team.example' })]);
  await heard.reached('pending', 1);
  clock.advance(2_000);
  await watch.look();
  expect(await alarms()).toEqual([]);
});

test('nobody could be told: all skipped, or no message at all; the alarm goes by e-mail, with a link', async () => {
  const { outbox, heard, clock, watch, press, alarms } = await testWatchdog();
  await press([plannedMail({ address: '', skipped: 'No e-mail address is known for the safety team.' })]);
  await press([]);
  clock.advance(1_000);
  await watch.look();
  expect((await alarms()).map(({ reason }) => reason)).toEqual(['none_planned', 'none_planned']);
  await heard.reached('sent', 2);
  const mail = (await outbox.rows()).at(-1);
  expect(mail).toMatchObject({
    channel: 'email',
    role: 'team',
    address: 'tess@team.example',
    subject: 'Nobody was told: Report an Incident/Accident, Ana Flores',
  });
  expect(mail?.body).toContain('https://callpoint.example/app/button_data/2/');
  expect(mail?.html).toContain('Nobody was told about this');
});

test('an emergency that nobody accepted within 60 seconds; it ends by itself when a message arrives after all', async () => {
  const { outbox, heard, clock, answers, worker, watch, events, press, alarms } = await testWatchdog();
  answers.email = TRY_LATER;
  const id = await press([plannedMail()], { emergency: true });
  await press([plannedMail({ address: 'other@team.example' })]);
  await heard.reached('pending', 2);
  clock.advance(59_000);
  await watch.look();
  expect(await alarms()).toEqual([]);
  clock.advance(1_000);
  await watch.look();
  expect(await alarms()).toEqual([
    expect.objectContaining({ button_click_id: id, reason: 'not_accepted', closed_at: null }),
  ]);
  // E-mail is what fails, and there is no other channel.
  expect(await outbox.rows()).toHaveLength(2);
  answers.email = ACCEPTED;
  clock.advance(60_000);
  worker.wake();
  await heard.reached('sent', 2);
  await watch.look();
  expect((await alarms())[0]).toMatchObject({ closed_by: 'system', closed_at: clock.now().toISOString() });
  expect(events.map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.closed']);
});

test('an alarm that ended by itself is raised anew when what had been taken is not delivered after all', async () => {
  const { db, outbox, heard, clock, answers, worker, watch, events, press, alarms } = await testWatchdog({
    sms: true,
  });
  answers.sms = TRY_LATER;
  const sms = plannedMail({ channel: 'sms', address: '+12025550101', subject: null, html: null });
  await press([sms], { emergency: true });
  await heard.reached('pending', 1);
  clock.advance(60_000);
  await watch.look();
  await heard.reached('sent', 1);
  answers.sms = { kind: 'sent', providerText: 'Accepted.', providerId: 'SM1' };
  clock.advance(60_000);
  worker.wake();
  await heard.reached('sent', 2);
  await watch.look();
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
  await watch.look();
  await watch.look();
  expect(await alarms()).toEqual([
    expect.objectContaining({
      reason: 'all_failed',
      raised_at: clock.now().toISOString(),
      closed_at: null,
      closed_by: null,
    }),
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.closed', 'alarm.raised']);
  // Told again by the channel that works.
  await heard.reached('sent', 3);
  expect((await outbox.rows()).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
    'sms failed',
    'email sent',
    'email sent',
  ]);
  clock.advance(2_000);
  await watch.look();
  expect((await alarms())[0]?.closed_at).toBeNull();
});

test('an alarm that a person has closed stays closed, until a message that is sent again fails', async () => {
  const { db, heard, clock, answers, worker, watch, createWatchdog, press, alarms } = await testWatchdog();
  answers.email = REJECTED;
  await press([plannedMail()]);
  await heard.reached('failed', 1);
  clock.advance(2_000);
  await watch.look();
  clock.advance(2_000);
  const closed = { closed_at: clock.now().toISOString(), closed_by: 'team' };
  await db.updateTable('alarm').set(closed).execute();
  await watch.look();
  await createWatchdog().look();
  expect(await alarms()).toMatchObject([closed]);
  clock.advance(2_000);
  await db.updateTable('delivery').set(resetForResend(clock.now())).execute();
  worker.wake();
  await heard.reached('failed', 2);
  await watch.look();
  expect(await alarms()).toMatchObject([{ reason: 'all_failed', closed_at: null, closed_by: null }]);
});

test('a process that begins later sees what went wrong before it, of the last day', async () => {
  const { heard, clock, answers, createWatchdog, press, alarms } = await testWatchdog();
  answers.email = REJECTED;
  await press([plannedMail()]);
  await press([], { emergency: true });
  await heard.reached('failed', 1);
  clock.advance(3_600_000);
  await createWatchdog().look();
  expect((await alarms()).map(({ reason }) => reason).toSorted()).toEqual(['all_failed', 'none_planned']);
});

test('behind a flood of alarms the newest one does not wait for the next look', async () => {
  const { clock, watch, press, alarms } = await testWatchdog();
  for (let number = 0; number < 500; number += 1) await press([]);
  const last = await press([]);
  clock.advance(1_000);
  await watch.checkAll();
  const raised = await alarms();
  expect(raised).toHaveLength(501);
  expect(raised.at(-1)?.button_click_id).toBe(last);
});
