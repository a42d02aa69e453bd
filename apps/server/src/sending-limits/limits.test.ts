import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { PlatformDb } from '../db/handles/platform.ts';
import { buildAdmin, buildAppUser } from '../factories/accounts.ts';
import { buildConfiguration } from '../factories/configuration.ts';
import { buildSubmission } from '../factories/submissions.ts';
import { acceptSubmissions } from '../features/phone/accept-submissions.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { NO_QUOTAS, testServer, type TestResponse } from '../testing/server.ts';
import { externalAddresses, limitedTenant } from '../testing/rows/limited-tenant.ts';
import { BOTH_CHANNELS, plannedEmail } from '../testing/outbox.ts';
import { testWatchdog } from '../testing/watchdog.ts';

const MORNING = new Date('2026-11-21T08:00:00.000Z');
const EVENING = new Date('2026-11-21T23:59:59.999Z');
const NEXT_DAY = new Date('2026-11-22T00:00:00.000Z');

test('a new account that presses for 1,000 external recipients reaches 10 of them per day', async () => {
  const { db } = await testDatabase();
  const { press, states, rows } = await limitedTenant(db, { email_confirmed_at: null });
  const strangers = externalAddresses(1000);
  for (let from = 0; from < 1000; from += 20) await press(strangers.slice(from, from + 20), { now: MORNING });
  expect(await states()).toBe('held unconfirmed: 990, pending: 10');
  expect((await rows()).at(-1)).toMatchObject({
    state: 'held',
    next_attempt_at: null,
    reason:
      'Until its email address is confirmed, this account can reach 10 different external email addresses a day. This message is sent when the address is confirmed.',
  });
  // The same 10 can get further messages that day, and others on the next day.
  await press(strangers.slice(0, 20), { now: EVENING });
  expect(await states()).toBe('held unconfirmed: 1000, pending: 20');
  await press(strangers.slice(500, 520), { now: NEXT_DAY });
  expect(await states()).toBe('held unconfirmed: 1010, pending: 30');
});

test('counts numbers and addresses separately, and addresses without regard to case', async () => {
  const { db } = await testDatabase();
  const { press, states } = await limitedTenant(db, { email_confirmed_at: null });
  const numbers = Array.from({ length: 12 }, (_, index) => `+120255502${String(index).padStart(2, '0')}`);
  await press(numbers, { channel: 'sms', now: MORNING });
  expect(await states()).toBe('held unconfirmed: 2, pending: 10');
  await press([...externalAddresses(10), 'X0@Elsewhere.example'], { now: MORNING });
  expect(await states()).toBe('held unconfirmed: 2, pending: 21');
});

test('a confirmed account has a daily budget by plan; 0 holds everything for external recipients', async () => {
  const { db } = await testDatabase();
  await buildConfiguration(db, { daily_email_limit: 'free: 5, paid: 7, upgraded: 0' });
  const cases = [
    ['free', 'held limit: 4, pending: 5'],
    ['paid', 'held limit: 2, pending: 7'],
    ['upgrade_by_admin', 'held limit: 9'],
  ] as const;
  for (const [plan, expected] of cases) {
    const { press, states, rows } = await limitedTenant(db, { plan, email: `${plan}@team.example` });
    await press(externalAddresses(9), { now: MORNING });
    expect([plan, await states()]).toEqual([plan, expected]);
    await press([`${plan}@team.example`], { now: MORNING });
    expect((await rows()).at(-1)?.state).toBe('pending');
  }
});

test('a limit that an administrator set for a subscriber replaces the limit of its plan', async () => {
  const { db } = await testDatabase();
  const { press, states, rows } = await limitedTenant(db, { daily_email_limit: 2, daily_sms_limit: 0 });
  await press(externalAddresses(3), { now: MORNING });
  await press(['+12025550201'], { channel: 'sms', now: MORNING });
  expect(await states()).toBe('held limit: 2, pending: 2');
  expect((await rows()).flatMap(({ reason }) => reason ?? [])).toEqual([
    'This account has reached its limit of 2 emails a day to external recipients. An administrator can raise the limit or release this message.',
    'This account can’t send SMS to external recipients. An administrator can raise the limit or release this message.',
  ]);
});

test('an emergency of an unconfirmed account above a daily limit is held as unconfirmed, unless an administrator set the limit', async () => {
  const { db } = await testDatabase();
  await buildConfiguration(db, { daily_sms_limit: 'free: 3, paid: 7, upgraded: 7' });
  const { team, press, states, rows } = await limitedTenant(db, { email_confirmed_at: null });
  const emergency = () => press(['+12025550201'], { channel: 'sms', isEmergency: true, now: MORNING });
  for (let count = 0; count < 4; count += 1) await emergency();
  expect(await states()).toBe('held unconfirmed: 1, pending: 3');
  expect((await rows()).at(-1)?.reason).toContain('reached its limit of 3 SMS a day');
  await db.updateTable('team').set({ daily_sms_limit: 3 }).where('id', '=', team.id).execute();
  await emergency();
  expect(await states()).toBe('held limit: 1, held unconfirmed: 1, pending: 3');
});

test('never counts messages to the account’s own addresses, to its app users and to the platform', async () => {
  const { db } = await testDatabase();
  await buildConfiguration(db, {
    user_submission_emails: 'Help@consult.example',
    user_submission_phones: '2025550177',
  });
  const { team, press, states } = await limitedTenant(db, { daily_email_limit: 0, daily_sms_limit: 0 });
  await buildAppUser(db, team.id, { email: 'Bo@work.example', phone: '202.555.0144' });
  const other = await limitedTenant(db, { email: 'other@team.example' });
  await press(['Own@team.example', 'bo@work.example', 'help@consult.example']);
  await press(['+12025550100', '+12025550144', '+12025550177'], { channel: 'sms' });
  await press(['anyone@consult.example'], { role: 'consultancy' });
  await press(['gone@work.example'], { role: 'user' });
  expect(await states()).toBe('pending: 8');
  // Another subscriber's recipients are external.
  await press([other.user.email]);
  expect(await states()).toBe('held limit: 1, pending: 8');
});

test('never holds emergencies to recipients who were reached before, but holds emergencies to new recipients', async () => {
  const { db } = await testDatabase();
  const { press, states, sendAll } = await limitedTenant(db, { daily_email_limit: 2 });
  await press(externalAddresses(2), { now: MORNING });
  await press(externalAddresses(2), { now: MORNING, isEmergency: true });
  // The message is planned, but has not been sent.
  expect(await states()).toBe('held limit: 2, pending: 2');
  await sendAll();
  await press(externalAddresses(3), { now: EVENING, isEmergency: true });
  expect(await states()).toBe('held limit: 3, pending: 2, sent: 2');
  await press(externalAddresses(1), { now: EVENING });
  expect(await states()).toBe('held limit: 4, pending: 2, sent: 2');
});

test('counts an emergency before other presses of the same batch', async () => {
  const { db } = await testDatabase();
  const { user, rows } = await limitedTenant(db, { daily_email_limit: 1 });
  const [one, two] = externalAddresses(2);
  await acceptSubmissions(new PlatformDb(db), BOTH_CHANNELS, [
    buildSubmission(user, {
      item: { kind: 'button', id: 2 },
      messages: [plannedEmail({ address: one ?? '' })],
    }),
    buildSubmission(user, {
      item: { kind: 'button', id: 5 },
      messages: [plannedEmail({ address: two ?? '' })],
    }),
  ]);
  expect(new Map((await rows()).map(({ button_id, state }) => [button_id, state]))).toEqual(
    new Map([
      [2, 'held'],
      [5, 'pending'],
    ]),
  );
});

test('an unconfirmed account cannot flood a victim by entering the victim’s address as its own', async () => {
  const { db } = await testDatabase();
  const { press, states } = await limitedTenant(db, {
    email: 'victim@else.example',
    email_confirmed_at: null,
  });
  for (let times = 0; times < 303; times += 1) await press(['victim@else.example'], { now: MORNING });
  expect(await states()).toBe('held unconfirmed: 3, pending: 300');
});

test('an unconfirmed account that keeps changing its app users’ addresses reaches few external recipients', async () => {
  const { db } = await testDatabase();
  const { user, press, states } = await limitedTenant(db, { email_confirmed_at: null, max_users: 10 });
  for (const email of externalAddresses(60)) {
    await db.updateTable('app_user').set({ email }).where('id', '=', user.id).execute();
    await press([email], { role: 'user', now: MORNING });
  }
  // 20 own and 10 external recipients.
  expect(await states()).toBe('held unconfirmed: 30, pending: 30');
});

test('a confirmed account cannot keep changing its app users’ addresses to reach external recipients', async () => {
  const server = await testServer({ channels: BOTH_CHANNELS, quotas: NO_QUOTAS });
  const { team, user } = await limitedTenant(server.db, { max_users: 2 });
  const token = await server.tokenOf('team', team.id);
  const change = (number: number) =>
    server.post('/tapi/v1/update/app_user', {
      token,
      body: { id: user.id, data: { phone: `+1 202 555 0${String(number).padStart(3, '0')}` } },
    });
  const responses: TestResponse[] = [];
  // Two for each app user, and 20 more.
  for (let number = 100; number < 126; number += 1) responses.push(await change(number));
  expect(responses.map(({ status }) => status)).toEqual([...Array<number>(24).fill(200), 429, 429]);
  expect(responses.at(-1)?.body.msg).toContain('set this one tomorrow');
  const { phone } = await server.db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(phone).toBe('+1 202 555 0123');
  // New app users count like changed addresses. Changes without a new address do not count.
  const created = await server.post('/tapi/v1/createCustom/app_user', {
    token,
    body: {
      data: { team_id: team.id, name: 'Bo', email: 'bo@work.example', phone, password: 'Orchard-lamp-42' },
    },
  });
  expect(created.status).toBe(429);
  const renamed = await server.post('/tapi/v1/update/app_user', {
    token,
    body: { id: user.id, data: { name: 'Ana Maria', phone } },
  });
  expect(renamed.status).toBe(200);
  // The account's own number counts too.
  const own = await server.post('/tapi/v1/update/team', {
    token,
    body: { id: team.id, data: { phone: '+1 202 555 0177' } },
  });
  expect(own.status).toBe(429);
  // Administrators have no limit.
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const byAdmin = await server.post('/api/v1/update/app_user', {
    token: admin,
    body: { id: user.id, data: { phone: '+1 202 555 0188' } },
  });
  expect(byAdmin.status).toBe(200);
});

test('a submission whose messages are all held raises the alarm immediately, with an email to the subscriber', async () => {
  const { db, outbox, watchdog, press, alarms } = await testWatchdog();
  await buildAdmin(db, { email: 'ada@callpoint.example' });
  await db.updateTable('team').set({ daily_email_limit: 0 }).execute();
  const id = await press([plannedEmail()]);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'none_sent' }]);
  const alarm = (await outbox.rows()).filter(({ purpose }) => purpose === 'alarm');
  expect(alarm.map(({ role, address, held_for }) => [role, address, held_for])).toEqual([
    ['team', 'tess@team.example', null],
    ['admin', 'ada@callpoint.example', null],
  ]);
});

test('a press that notifies only own recipients adds no statement to its transaction', async () => {
  const { db } = await testDatabase();
  const { team, user } = await limitedTenant(db);
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const pressed = async (address: string) => {
    statements = 0;
    const messages = [plannedEmail({ address }), plannedEmail({ role: 'user', address: user.email })];
    const account = { email: team.email, phone: team.phone, isConfirmed: true };
    await acceptSubmissions(new PlatformDb(db.withPlugin(counting)), BOTH_CHANNELS, [
      { ...buildSubmission(user, { messages }), account },
    ]);
    return statements;
  };
  const own = await pressed('OWN@team.example');
  expect(await db.selectFrom('sending_usage').selectAll().execute()).toEqual([]);
  expect(await pressed('stranger@else.example')).toBeGreaterThan(own);
});
