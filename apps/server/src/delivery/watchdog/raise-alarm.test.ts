import type { AlarmReason } from '@callpoint/contract/alarms';
import { expect, test } from 'vitest';
import { NO_CHANNELS } from '../../factories/channels.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testWatchdog } from '../../testing/watchdog.ts';
import { raiseAlarms } from './raise-alarm.ts';

/** A press whose message failed, and how a process that found it raises the alarm. */
async function ground() {
  const given = await testWatchdog();
  const { db, clock, worker, press } = given;
  await worker.stop();
  const id = await press([plannedEmail()], { emergency: true });
  const setState = (state: 'failed' | 'sent' | 'pending') =>
    db.updateTable('delivery').set({ state }).execute();
  await setState('failed');
  const needs = { db, channels: NO_CHANNELS, smsFrom: null, smsCountries: null, publicUrl: null };
  const foundAt = clock.now();
  const raise = async (reason: AlarmReason = 'all_failed', options = { reopenClosed: false }) =>
    (await raiseAlarms(needs, 'button', [{ id, reason }], foundAt, options)).length;
  return { ...given, id, setState, raise };
}

test('a submission that has notified someone since it was found gets no alarm', async () => {
  const { setState, raise, alarms } = await ground();
  await setState('sent');
  expect([await raise('all_failed'), await raise('not_accepted')]).toEqual([0, 0]);
  expect(await alarms()).toEqual([]);
});

test('a message that is sent again may still notify someone, but no emergency waits for it', async () => {
  const { setState, raise } = await ground();
  await setState('pending');
  expect([await raise('all_failed'), await raise('not_accepted')]).toEqual([0, 1]);
});

test('an alarm that was closed after the submission was found is not raised again', async () => {
  const { db, clock, raise, alarms } = await ground();
  expect(await raise()).toBe(1);
  clock.advance(1_000);
  const closed = { closed_at: clock.now().toISOString(), closed_by: 'team' };
  await db.updateTable('alarm').set(closed).execute();
  expect(await raise('all_failed', { reopenClosed: true })).toBe(0);
  expect(await alarms()).toMatchObject([closed]);
});
