import { randomUUID } from 'node:crypto';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SYSTEM } from '../db/history/audit.ts';
import { TenantDb } from '../db/handles/tenant.ts';
import { DatabaseUnavailable } from '../db/postgres/unavailable.ts';
import type { Db } from '../db/tables.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../factories/submissions.ts';
import { MINUTE } from '../scheduling/durations.ts';
import { Overloaded } from '../scheduling/overloaded.ts';
import { buildCheckIn, storedPresses, testMonitor } from '../testing/phones/check-ins.ts';
import { testEscalator } from '../testing/incidents/escalators.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../testing/databases/reads.ts';
import { CHECK_IN_DELETION_BATCH, deleteOldCheckIns, deleteSomeOldCheckIns } from './delete-old.ts';
import { findLastLocation } from './last-location.ts';
import type { DueCheckIn } from './remind.ts';

const DUE = new Date('2026-11-25T09:30:00.000Z');
const minutesAfter = (minutes: number) => new Date(DUE.getTime() + minutes * MINUTE);
const HERE = { lat: 38.8977, lng: -77.0365 };

async function setUp() {
  const { db } = await testDatabase();
  const team = await buildTeam(db, { email: 'safety@team.example' });
  const user = await buildAppUser(db, team.id, { name: 'Ann Baker', email: 'ann@work.example' });
  const checkIn = await buildCheckIn(db, user, { dueAt: DUE, location: HERE });
  const at = (minutes: number) => testMonitor(db, { now: () => minutesAfter(minutes) });
  const state = async () => (await row(db, checkIn.id)).state;
  return { db, team, user, checkIn, at, state };
}

const row = (db: Db, id: number) =>
  db.selectFrom('check_in').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const messagesTo = (db: Db, address: string) =>
  db
    .selectFrom('delivery as d')
    .innerJoin('message_text as t', 't.id', 'd.text_id')
    .select(['t.subject', 't.body', 't.html', 'd.priority'])
    .where('d.address', '=', address)
    .execute();

test('the safety team reads that a person did not answer, who it is, and the last known location', async () => {
  const { db, user, checkIn, at, state } = await setUp();
  expect(await at(4.99).check()).toBe(0);
  expect(await state()).toBe('active');
  expect(await at(5).check()).toBe(1);
  const press = await db.selectFrom('button_click').selectAll().executeTakeFirstOrThrow();
  expect(press).toMatchObject({
    app_user_id: user.id,
    button_id: 5,
    pressed_at: minutesAfter(5).toISOString(),
    location: JSON.stringify(HERE),
    user_name: 'Ann Baker',
  });
  expect(await row(db, checkIn.id)).toMatchObject({ state: 'raised', button_click_id: press.id });
  const [email] = await messagesTo(db, 'safety@team.example');
  const note = 'No answer to the check-in due on Nov 25, 2026, 9:30 AM UTC';
  expect(email?.subject).toContain(note);
  expect(email?.body.startsWith(note)).toBe(true);
  expect(email?.html).toContain(note);
  expect(email?.body).toContain('Ann Baker');
  expect(email?.body).toContain('38.8977');
  expect(email?.priority).toBe(0);
});

test('the last known location may be that of a submission after the last answer, but not of one before it', async () => {
  const at = (minutes: number) => minutesAfter(minutes).toISOString();
  const THERE = { lat: 40.7128, lng: -74.006, at: at(-10) };
  for (const [minutes, item, location, expected] of [
    [-10, { kind: 'button', id: 2 }, THERE, THERE],
    [-10, { kind: 'form', id: 3 }, THERE, THERE],
    [-31, { kind: 'button', id: 2 }, { ...THERE, at: at(-31) }, HERE],
    [-10, { kind: 'button', id: 2 }, null, HERE],
  ] as const) {
    const { db, user, at: monitorAt } = await setUp();
    await storeSubmissions(db, [buildSubmission(user, { item, location })], minutesAfter(minutes));
    await monitorAt(5).check();
    const press = db.selectFrom('button_click').select('location').where('button_id', '=', 5);
    expect(JSON.parse((await press.executeTakeFirstOrThrow()).location ?? 'null')).toEqual(expected);
  }
});

test('the search for a location costs the same with many submissions of others as with few', async () => {
  const { db, team, user } = await setUp();
  const others = [];
  for (let count = 0; count < 20; count += 1) others.push(await buildAppUser(db, team.id));
  const [first = user] = others;
  const find = { userId: user.id, dueAt: DUE.toISOString(), everyMinutes: 30, answered: null };
  await expectSameCost(db, {
    table: 'button_click',
    add: (from, to) =>
      sql`insert into button_click (team_id, app_user_id, button_id, client_id, location, screen_text, created_at)
        select ${sql.lit(team.id)}, ${sql.lit(first.id)} + i % 20, 2, 'press ' || i, '{"lat":1,"lng":2}', '', ${DUE.toISOString()}
        from ${numbersFrom(from, to)} as numbers`.execute(db),
    work: (on) => findLastLocation(on, find),
  });
});

test('later steps and the timeline do not claim that the person pressed', async () => {
  const { db, at } = await setUp();
  const admin = await buildAdmin(db);
  await at(5).check();
  let minutes = 5;
  const escalator = testEscalator(db, { now: () => minutesAfter(minutes) });
  // The administrators are the last step.
  for (; (await messagesTo(db, admin.email)).length === 0; minutes += 1) await escalator.check();
  const [email] = await messagesTo(db, admin.email);
  expect(email?.body).toMatch(
    /^Ann Baker did not answer a check-in\. Lone Worker Emergency was raised \d+ minutes ago\./,
  );
  const opened = db.selectFrom('incident_event').select('data').where('seq', '=', 1);
  expect(JSON.parse((await opened.executeTakeFirstOrThrow()).data)).toEqual({
    is_drill: false,
    check_in: true,
  });
});

test('an emergency is raised once, by however many monitors and checks', async () => {
  const { db, at } = await setUp();
  const raised = await Promise.all([at(5), at(5), at(6)].map((monitor) => monitor.check()));
  expect(raised.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await at(60).check()).toBe(0);
  expect(await db.selectFrom('button_click').select('id').execute()).toHaveLength(1);
});

test.each([
  [
    'blocked',
    (db: Db, id: number) => db.updateTable('app_user').set({ status: 0 }).where('id', '=', id).execute(),
  ],
  [
    'deleted',
    async (db: Db, id: number) => {
      const tenant = new TenantDb(db, 'all', SYSTEM);
      await tenant.transaction(async (tx) => {
        const user = await tx.lock('app_user', id);
        if (user) await tx.deletedItems.removeAppUser(user);
      });
    },
  ],
])('the team is also notified of a person who is %s in the meantime', async (_, change) => {
  const { db, user, at } = await setUp();
  await change(db, user.id);
  expect(await at(5).check()).toBe(1);
  const [email] = await messagesTo(db, 'safety@team.example');
  expect(email?.body).toContain('Ann Baker');
});

test('the team is also notified if it has turned the button off in the meantime', async () => {
  const { db, team, at } = await setUp();
  await db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', `btn_${getDashboardSlot({ kind: 'button', id: 5 })}_mode`)
    .execute();
  expect(await at(5).check()).toBe(1);
  expect(await messagesTo(db, 'safety@team.example')).toHaveLength(1);
});

test('the check-in of a blocked subscriber ends without an emergency', async () => {
  const { db, team, at, state } = await setUp();
  await db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  expect(await at(5).check()).toBe(0);
  expect(await state()).toBe('ended');
  expect(await db.selectFrom('delivery').select('id').execute()).toEqual([]);
});

test('a location that cannot be read does not keep an emergency from being raised', async () => {
  const { db, at } = await setUp();
  await db.updateTable('check_in').set({ location: 'no JSON' }).execute();
  expect(await at(5).check()).toBe(1);
  const { location } = await db.selectFrom('button_click').select('location').executeTakeFirstOrThrow();
  expect(location).toBeNull();
});

test('a search for the newest location that fails keeps no emergency from being raised', async () => {
  const { db, team, at } = await setUp();
  await buildCheckIn(db, await buildAppUser(db, team.id), { dueAt: DUE });
  // Only this search reads the forms of a person.
  await sql`alter table form_submission rename column location to location_elsewhere`.execute(db);
  expect(await at(5).check()).toBe(2);
  const presses = await db.selectFrom('button_click').select('location').orderBy('id').execute();
  expect(presses.map(({ location }) => JSON.parse(location ?? 'null'))).toEqual([HERE, null]);
});

test.each(['prepare', 'accept'] as const)(
  'a check-in whose press fails to %s does not keep others from being raised',
  async (step) => {
    const { db, team, user, checkIn } = await setUp();
    for (let count = 0; count < 60; count += 1) {
      await buildCheckIn(db, await buildAppUser(db, team.id), { dueAt: DUE });
    }
    const presses = storedPresses(db);
    const failing: typeof presses = {
      ...presses,
      prepare: async (press, now) => {
        if (step === 'prepare' && press.person.id === user.id) throw new Error('not prepared');
        return await presses.prepare(press, now);
      },
      accept: async (tx, prepared, now) => {
        if (prepared.some(({ appUserId }) => appUserId === user.id)) throw new Error('not stored');
        return await presses.accept(tx, prepared, now);
      },
    };
    const now = () => minutesAfter(5);
    expect(await testMonitor(db, { now, presses: failing }).check()).toBe(60);
    expect((await row(db, checkIn.id)).state).toBe('active');
    expect(await testMonitor(db, { now }).check()).toBe(1);
  },
);

test('while no connection is free, emergencies are not tried one by one; the next check raises all of them', async () => {
  const { db, team } = await setUp();
  const other = await buildTeam(db, { email: 'other@team.example' });
  for (const { id } of [team, other, other])
    await buildCheckIn(db, await buildAppUser(db, id), { dueAt: DUE });
  const presses = storedPresses(db);
  let attempts = 0;
  const failing: typeof presses = {
    ...presses,
    accept: async () => {
      attempts += 1;
      throw new DatabaseUnavailable(new Overloaded('timeout'));
    },
  };
  const now = () => minutesAfter(5);
  expect(await testMonitor(db, { now, presses: failing }).check()).toBe(0);
  expect(attempts).toBe(1);
  expect(await testMonitor(db, { now }).check()).toBe(4);
});

test('the phone is asked once for each check that is due', async () => {
  const { db, checkIn } = await setUp();
  const asked: DueCheckIn[] = [];
  const at = (minutes: number) =>
    testMonitor(db, {
      now: () => minutesAfter(minutes),
      remind: async (due) => void asked.push(...due),
    });
  await at(-1).check();
  expect(asked).toEqual([]);
  await at(0).check();
  await at(1).check();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    client_id: checkIn.clientId,
    due_at: DUE.toISOString(),
    raise_at: minutesAfter(5).toISOString(),
  });
});

test('check-ins that ended long ago are deleted, active ones are not', async () => {
  const { db, user, checkIn } = await setUp();
  await db.updateTable('check_in').set({ state: 'ended' }).execute();
  const active = await buildCheckIn(db, user, { dueAt: DUE });
  const { signal } = new AbortController();
  const later = minutesAfter(29 * 24 * 60);
  await deleteOldCheckIns(db, signal, later);
  expect(await row(db, checkIn.id)).toBeDefined();
  await deleteOldCheckIns(db, AbortSignal.abort(), minutesAfter(30 * 24 * 60));
  expect(await row(db, checkIn.id)).toBeDefined();
  await deleteOldCheckIns(db, signal, minutesAfter(30 * 24 * 60));
  expect(await db.selectFrom('check_in').select('id').execute()).toEqual([{ id: active.id }]);
});

test('many old check-ins are deleted in small steps', async () => {
  const { db, user } = await setUp();
  const { id: _, ...oldest } = await db.selectFrom('check_in').selectAll().executeTakeFirstOrThrow();
  const active = await buildCheckIn(db, await buildAppUser(db, user.team_id), { dueAt: DUE });
  await db.updateTable('check_in').set({ state: 'ended' }).where('id', '!=', active.id).execute();
  for (let count = 0; count < CHECK_IN_DELETION_BATCH + 1; count += 100) {
    const more = Array.from({ length: 100 }, () => ({
      ...oldest,
      state: 'ended',
      client_id: randomUUID(),
    }));
    await db.insertInto('check_in').values(more).execute();
  }
  const now = minutesAfter(40 * 24 * 60);
  const count = async () => (await db.selectFrom('check_in').select('id').execute()).length;
  const before = await count();
  expect(await deleteSomeOldCheckIns(db, now)).toBe(CHECK_IN_DELETION_BATCH);
  expect(await count()).toBe(before - CHECK_IN_DELETION_BATCH);
  await deleteOldCheckIns(db, new AbortController().signal, now);
  expect(await db.selectFrom('check_in').select('id').execute()).toEqual([{ id: active.id }]);
});
