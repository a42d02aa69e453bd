import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { buildIncident } from '../../factories/incidents.ts';
import { testWatchdog } from '../../testing/watchdog.ts';
import { emailAdministrators } from './alarm-digest.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

async function withAdministrators() {
  const setup = await testWatchdog();
  await buildAdmin(setup.db, { email: 'ada@callpoint.example' });
  await buildAdmin(setup.db, { email: 'not an address' });
  const emails = async () => (await setup.outbox.rows()).filter(({ role }) => role === 'admin');
  const subjects = async () => (await emails()).map(({ subject }) => subject);
  return { ...setup, emails, subjects };
}

const subjectOf = (team: number, submissions: string) =>
  `Callpoint alarm: subscriber ${team}, ${submissions} that notified no one`;

test('sends administrators at most one email about a subscriber in ten minutes, and counts the rest in the next one', async () => {
  const { outbox, clock, watchdog, press, emails, subjects } = await withAdministrators();
  const first = await press([]);
  await watchdog.check();
  expect(await subjects()).toEqual([subjectOf(outbox.teamId, '1 submission')]);
  const [mail] = await emails();
  expect(mail).toMatchObject({ address: 'ada@callpoint.example', purpose: 'alarm', button_click_id: first });
  expect(mail?.body).toContain('Subscriber: Orchard, +1 202 555 0100');
  expect(mail?.body).toContain('Report an Incident/Accident, Ana Flores, Nov 21, 2026, 8:00 AM UTC');
  expect(mail?.body).toContain(`/app/subscriber/button_data/${outbox.teamId}/2/${first}`);
  await press([]);
  const emergency = await press([], { emergency: true });
  await press([]);
  for (let minute = 0; minute < 9; minute += 1) {
    clock.advance(MINUTE);
    await watchdog.check();
  }
  expect(await subjects()).toHaveLength(1);
  clock.advance(MINUTE);
  await watchdog.check();
  expect((await subjects())[1]).toBe(subjectOf(outbox.teamId, '3 submissions'));
  expect((await emails())[1]).toMatchObject({ button_click_id: emergency, priority: 0 });
});

test('sends two emails for a flood of 400 alarms, which describe ten submissions and count the others', async () => {
  const { outbox, clock, watchdog, press, emails, subjects } = await withAdministrators();
  for (let number = 0; number < 400; number += 1) await press([], { emergency: true });
  await watchdog.check();
  clock.advance(10 * MINUTE);
  for (let number = 0; number < 30; number += 1) await press([], { emergency: true });
  await watchdog.check();
  expect(await subjects()).toEqual([
    subjectOf(outbox.teamId, '400 submissions'),
    subjectOf(outbox.teamId, '30 submissions'),
  ]);
  const [first] = await emails();
  expect(first?.body.match(/Call them:/g)).toHaveLength(10);
  expect(first?.body).toContain('And 390 more.');
});

test('emails administrators a minute later about each further incident that no one acknowledged', async () => {
  const { db, outbox, clock, watchdog, press, subjects } = await withAdministrators();
  const leaveUnanswered = async () => {
    const id = await press([]);
    await watchdog.check();
    await db
      .updateTable('alarm')
      .set({ reason: 'unacknowledged', admins_mailed_at: null })
      .where('button_click_id', '=', id)
      .execute();
  };
  await press([]);
  await watchdog.check();
  await leaveUnanswered();
  clock.advance(MINUTE - 1_000);
  await watchdog.check();
  expect(await subjects()).toHaveLength(1);
  clock.advance(1_000);
  await watchdog.check();
  const unacknowledged = `Callpoint alarm: subscriber ${outbox.teamId}, 1 submission that notified no one and that no one acknowledged in time`;
  expect((await subjects()).slice(1)).toEqual([unacknowledged]);
  await leaveUnanswered();
  await press([]);
  clock.advance(MINUTE);
  await watchdog.check();
  expect((await subjects()).slice(2)).toEqual([
    `Callpoint alarm: subscriber ${outbox.teamId}, 2 submissions that notified no one or that no one acknowledged in time`,
  ]);
  // Nothing new: other alarms wait for ten minutes.
  await press([]);
  clock.advance(9 * MINUTE);
  await watchdog.check();
  expect(await subjects()).toHaveLength(3);
  clock.advance(MINUTE);
  await watchdog.check();
  expect(await subjects()).toHaveLength(4);
});

test('the email links to each incident that no one acknowledged, before other emergencies, and to the list of the others', async () => {
  const { db, outbox, watchdog, press, emails } = await withAdministrators();
  const incidents: number[] = [];
  for (let number = 0; number < 9; number += 1) {
    const id = await press([], { emergency: true });
    const row = await db
      .selectFrom('button_click')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    incidents.push(await buildIncident(db, row));
  }
  for (let number = 0; number < 4; number += 1) await press([], { emergency: true });
  // Without administrators, no email is written.
  await db.deleteFrom('admin').execute();
  await watchdog.check();
  await db
    .updateTable('alarm')
    .set({ reason: 'unacknowledged' })
    .where('button_click_id', 'in', db.selectFrom('incident').select('button_click_id'))
    .execute();
  await db.updateTable('alarm').set({ admins_mailed_at: null }).execute();
  await buildAdmin(db, { email: 'ada@callpoint.example' });
  await watchdog.check();
  const [mail] = await emails();
  const links = [...(mail?.body ?? '').matchAll(/^Incident: (.+)$/gm)].map(([, link]) => link);
  expect(links).toEqual(incidents.toReversed().map((id) => `https://callpoint.example/app/incidents/${id}`));
  expect(mail?.body.match(/^Record: /gm)).toHaveLength(10);
  expect(mail?.body).toMatch(
    new RegExp(
      `And 3 more\\.\n\nAll open incidents of the subscriber: https://callpoint\\.example/app/incidents\\?team_id=${outbox.teamId}$`,
    ),
  );
});

test('the subject contains no name or text of a user or a subscriber', async () => {
  const { db, watchdog, press, emails } = await withAdministrators();
  const name = 'URGENT invoice: pay at https://evil.example';
  await db.updateTable('app_user').set({ name }).execute();
  await db.updateTable('team').set({ account_name: 'Callpoint support, reset your password' }).execute();
  await press([]);
  await watchdog.check();
  const [mail] = await emails();
  expect(mail?.subject).toMatch(/^Callpoint alarm: subscriber \d+, 1 submission that notified no one$/);
  expect(mail?.html).toContain('<title>Callpoint alarm: subscriber');
  expect(mail?.body).toContain(name);
});

test('several concurrent processes send one email', async () => {
  const { db, watchdog, createWatchdog, press, subjects } = await withAdministrators();
  await press([]);
  await press([]);
  const watchdogs = [watchdog, createWatchdog(), createWatchdog()];
  await Promise.all(watchdogs.map((each) => each.check()));
  await Promise.all(watchdogs.map((each) => each.check()));
  expect(await subjects()).toHaveLength(1);
  const open = await db.selectFrom('alarm').select('id').where('admins_mailed_at', 'is', null).execute();
  // The next email counts an alarm that was raised meanwhile.
  expect(open.length).toBeLessThan(2);
});

test('does not count an alarm that was closed before the email, and counts one that was raised again', async () => {
  const { db, outbox, clock, watchdog, press, subjects } = await withAdministrators();
  await press([]);
  await watchdog.check();
  await press([]);
  await watchdog.check();
  const at = clock.now().toISOString();
  await db.updateTable('alarm').set({ closed_at: at, closed_by: 'team' }).execute();
  clock.advance(11 * MINUTE);
  await watchdog.check();
  expect(await subjects()).toHaveLength(1);
  await db.updateTable('alarm').set({ closed_at: null, closed_by: null, admins_mailed_at: null }).execute();
  await watchdog.check();
  expect((await subjects())[1]).toBe(subjectOf(outbox.teamId, '2 submissions'));
});

test('without email, administrators get no message and no alarm is marked as emailed', async () => {
  const { db, clock, watchdog, press, emails } = await withAdministrators();
  await press([]);
  await watchdog.check();
  await db.updateTable('alarm').set({ admins_mailed_at: null }).execute();
  const needs = { db, channels: { ...NO_CHANNELS, sms: true }, publicUrl: null };
  expect(await emailAdministrators(needs, clock.now())).toBe(0);
  expect(await emails()).toHaveLength(1);
  expect(await db.selectFrom('alarm').select('admins_mailed_at').execute()).toEqual([
    { admins_mailed_at: null },
  ]);
});
