import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { testWatchdog } from '../../testing/watchdog.ts';
import { mailAdministrators } from './alarm-digest.ts';

const MINUTE = 60_000;

async function withAdministrators() {
  const world = await testWatchdog();
  await buildAdmin(world.db, { email: 'ada@callpoint.example' });
  await buildAdmin(world.db, { email: 'not an address' });
  const mails = async () => (await world.outbox.rows()).filter(({ role }) => role === 'admin');
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  return { ...world, mails, subjects };
}

const subjectOf = (team: number, submissions: string) =>
  `Callpoint alarm: subscriber ${team}, ${submissions} that notified no one`;

test('administrators get one email per subscriber in ten minutes, emergencies too, and the next one counts the rest', async () => {
  const { outbox, clock, watch, press, mails, subjects } = await withAdministrators();
  const first = await press([]);
  await watch.look();
  expect(await subjects()).toEqual([subjectOf(outbox.teamId, '1 submission')]);
  const [mail] = await mails();
  expect(mail).toMatchObject({ address: 'ada@callpoint.example', purpose: 'alarm', button_click_id: first });
  expect(mail?.body).toContain('Subscriber: Orchard, +1 202 555 0100');
  expect(mail?.body).toContain('Report an Incident/Accident, Ana Flores, 2026-11-21 08:00:00 UTC');
  expect(mail?.body).toContain(`/app/subscriber/button_data/${outbox.teamId}/2/${first}`);
  await press([]);
  const emergency = await press([], { emergency: true });
  await press([]);
  for (let minute = 0; minute < 9; minute += 1) {
    clock.advance(MINUTE);
    await watch.look();
  }
  expect(await subjects()).toHaveLength(1);
  clock.advance(MINUTE);
  await watch.look();
  expect((await subjects())[1]).toBe(subjectOf(outbox.teamId, '3 submissions'));
  expect((await mails())[1]).toMatchObject({ button_click_id: emergency, priority: 0 });
});

test('a flood of 400 alarms is two emails, which describe ten submissions and count the others', async () => {
  const { outbox, clock, watch, press, mails, subjects } = await withAdministrators();
  for (let number = 0; number < 400; number += 1) await press([], { emergency: true });
  await watch.look();
  clock.advance(10 * MINUTE);
  for (let number = 0; number < 30; number += 1) await press([], { emergency: true });
  await watch.look();
  expect(await subjects()).toEqual([
    subjectOf(outbox.teamId, '400 submissions'),
    subjectOf(outbox.teamId, '30 submissions'),
  ]);
  const [first] = await mails();
  expect(first?.body.match(/Call them:/g)).toHaveLength(10);
  expect(first?.body).toContain('And 390 more.');
});

test('no name or text of a user or a subscriber is in the subject', async () => {
  const { db, watch, press, mails } = await withAdministrators();
  const name = 'URGENT invoice: pay at https://evil.example';
  await db.updateTable('app_user').set({ name }).execute();
  await db.updateTable('team').set({ account_name: 'Callpoint support, reset your password' }).execute();
  await press([]);
  await watch.look();
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/^Callpoint alarm: subscriber \d+, 1 submission that notified no one$/);
  expect(mail?.html).toContain('<title>Callpoint alarm: subscriber');
  expect(mail?.body).toContain(name);
});

test('several processes at the same time send one email', async () => {
  const { db, watch, createWatchdog, press, subjects } = await withAdministrators();
  await press([]);
  await press([]);
  const watches = [watch, createWatchdog(), createWatchdog()];
  await Promise.all(watches.map((one) => one.look()));
  await Promise.all(watches.map((one) => one.look()));
  expect(await subjects()).toHaveLength(1);
  const open = await db.selectFrom('alarm').select('id').where('admins_mailed_at', 'is', null).execute();
  // One that was raised while the email was written is in the next one.
  expect(open.length).toBeLessThan(2);
});

test('an alarm that is closed in time is not counted; one that is raised again is', async () => {
  const { db, outbox, clock, watch, press, subjects } = await withAdministrators();
  await press([]);
  await watch.look();
  await press([]);
  await watch.look();
  const at = clock.now().toISOString();
  await db.updateTable('alarm').set({ closed_at: at, closed_by: 'team' }).execute();
  clock.advance(11 * MINUTE);
  await watch.look();
  expect(await subjects()).toHaveLength(1);
  await db.updateTable('alarm').set({ closed_at: null, closed_by: null, admins_mailed_at: null }).execute();
  await watch.look();
  expect((await subjects())[1]).toBe(subjectOf(outbox.teamId, '2 submissions'));
});

test('without email administrators get nothing, and nothing is marked as mailed', async () => {
  const { db, clock, watch, press, mails } = await withAdministrators();
  await press([]);
  await watch.look();
  await db.updateTable('alarm').set({ admins_mailed_at: null }).execute();
  const needs = { db, channels: { email: false, sms: true }, publicUrl: null };
  expect(await mailAdministrators(needs, clock.now())).toBe(0);
  expect(await mails()).toHaveLength(1);
  expect(await db.selectFrom('alarm').select('admins_mailed_at').execute()).toEqual([
    { admins_mailed_at: null },
  ]);
});
