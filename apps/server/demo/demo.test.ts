import { settingProblems } from '@callpoint/alerts/settings/setting-problems';
import { dirname, join } from 'node:path';
import { location as locationSchema } from '@callpoint/contract/fields';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Environment } from '../src/delivery/channels/environment.ts';
import { databaseLocation, openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import type { Db } from '../src/db/tables.ts';
import { startServer } from '../src/server.ts';
import { newDatabase } from '../src/testing/databases/database.ts';
import { keyOfImageUrl } from '@callpoint/contract/image-address';
import { buildAdmin, buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { buildIncident } from '../src/factories/incidents.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { DAY, HOUR } from '../src/scheduling/durations.ts';
import { DAYS } from './days.ts';
import { FIRST_ADMIN } from './demo-state.ts';
import { COMPANIES } from './companies/companies.ts';
import { DEMO_LOGINS } from './logins.ts';
import { demoEnvironment, prepareDemo } from './prepare-demo.ts';
import { createPresses } from './presses.ts';
import { seeded } from './random.ts';

const now = new Date();
let environment: Environment;
let first: Awaited<ReturnType<typeof prepareDemo>>;
let db: Db;
let drop: () => Promise<void>;

function environmentOf(location: DatabaseLocation): Environment {
  return demoEnvironment({
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: 'postgres://user@127.0.0.1:1/production',
    ...(location.kind === 'sqlite'
      ? { DATA_DIR: dirname(location.file) }
      : { DEMO_DATABASE_URL: location.url }),
  });
}

const quiet = { fresh: false, onProgress: () => {} };
const open = (location: DatabaseLocation) =>
  openDatabase(location, (error) => {
    throw error;
  });

// Created once for all tests of this file, on top of the incomplete data of an earlier start.
beforeAll(async () => {
  const database = await newDatabase();
  drop = database.drop;
  db = open(database.location);
  await buildAdmin(db, FIRST_ADMIN);
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  await storeSubmissions(db, [buildSubmission(user)]);
  await buildIncident(db, { id: 1, team_id: user.team_id, app_user_id: user.id });
  environment = environmentOf(database.location);
  first = await prepareDemo(environment, { ...quiet, now });
});

afterAll(async () => {
  await db.destroy();
  await drop();
});

const total = async (table: 'admin' | 'team' | 'app_user' | 'button_click' | 'form_submission') =>
  (
    await db
      .selectFrom(table)
      .select(sql<number>`cast(count(*) as integer)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('the demo does not use the database of the environment', () => {
  const production = { DATABASE_URL: 'postgres://user@127.0.0.1:1/production' };
  expect(databaseLocation(demoEnvironment(production))).toEqual({
    kind: 'sqlite',
    file: join('data-demo', 'callpoint.db'),
  });
});

test('creates two administrators, five subscribers with different subscriptions, and forty app users', async () => {
  expect(await total('admin')).toBe(2);
  expect(await total('app_user')).toBe(40);
  const blocked = await db.selectFrom('app_user').select('email').where('status', '=', 0).execute();
  expect(blocked).toHaveLength(1);
  const teams = await db
    .selectFrom('team')
    .leftJoin('subscription', 'subscription.id', 'team.subscription_id')
    .select(['team.id', 'plan', 'is_paid', 'team.status', 'plan_expires_at', 'cancel_at_period_end'])
    .orderBy('team.id')
    .execute();
  expect(
    teams.map(({ id, plan, is_paid, status, cancel_at_period_end }) => [
      id,
      plan,
      is_paid,
      status,
      cancel_at_period_end,
    ]),
  ).toEqual([
    [1, 'paid', 1, 1, 0],
    [2, 'paid', 1, 1, 1],
    [3, 'free', 0, 0, null],
    [4, 'upgrade_by_admin', 0, 1, null],
    [5, 'free', 0, 1, null],
  ]);
  expect(Date.parse(teams[3]?.plan_expires_at ?? '')).toBeGreaterThan(now.getTime());
  const tooMany = await db
    .selectFrom('team')
    .select('id')
    .where(
      ({ selectFrom, ref }) =>
        sql<boolean>`(${selectFrom('app_user')
          .select(({ fn }) => fn.countAll().as('n'))
          .whereRef('app_user.team_id', '=', 'team.id')}) > ${ref('max_users')}`,
    )
    .execute();
  expect(tooMany).toEqual([]);
});

test('each subscriber has the time zone of its sites, and its messages show times in it', async () => {
  const teams = await db.selectFrom('team').select(['id', 'time_zone']).orderBy('id').execute();
  expect(teams.map(({ time_zone }) => time_zone)).toEqual(COMPANIES.map(({ account }) => account.time_zone));
  expect(teams.map(({ time_zone }) => offsetOf(time_zone ?? 'UTC'))).toEqual(
    COMPANIES.map(({ utcOffset }) => utcOffset),
  );
  const texts = await db
    .selectFrom('message_text')
    .innerJoin('delivery', 'delivery.text_id', 'message_text.id')
    .select('body')
    .distinct()
    .where('team_id', '=', 1)
    .execute();
  const zones = texts.flatMap(({ body }) => / [AP]M ([A-Z]+)/.exec(body)?.[1] ?? []);
  expect(zones.length).toBeGreaterThan(0);
  expect(zones.filter((zone) => zone !== 'MST' && zone !== 'MDT')).toEqual([]);
});

/** Hours from UTC in winter. */
function offsetOf(timeZone: string): number {
  const text = new Date('2026-01-15T12:00:00Z').toLocaleString('en-US', { timeZone });
  return (Date.parse(`${text} UTC`) - Date.parse('2026-01-15T12:00:00Z')) / HOUR;
}

test('creates three months of submissions until now; lists have many pages and correct totals', async () => {
  const clicks = await db.selectFrom('button_click').selectAll().execute();
  const forms = await db.selectFrom('form_submission').selectAll().execute();
  const counts = new Map<string, number>();
  for (const [kind, rows] of [
    ['button', clicks],
    ['form', forms],
  ] as const) {
    for (const row of rows) {
      const item = 'button_id' in row ? row.button_id : row.f_id;
      const key = `${row.team_id} ${kind} ${item}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const totals = await db.selectFrom('submission_tally').selectAll().execute();
  expect(new Map(totals.map((row) => [`${row.team_id} ${row.kind} ${row.item_id}`, row.total]))).toEqual(
    counts,
  );
  for (const item of ['button 1', 'button 2', 'button 4', 'button 5', 'form 1', 'form 2', 'form 3']) {
    expect(counts.get(`1 ${item}`)).toBeGreaterThan(60);
  }

  const all = [...clicks, ...forms];
  expect(all.filter(({ team_id }) => team_id === 1).length).toBeGreaterThan(2000);
  const times = all.map(({ created_at }) => Date.parse(created_at));
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - (DAYS + 1) * DAY);
  expect(Math.min(...times)).toBeLessThan(now.getTime() - (DAYS - 3) * DAY);
  expect(Math.max(...times)).toBeLessThan(now.getTime());
  expect(Math.max(...times)).toBeGreaterThan(now.getTime() - 2 * DAY);
  expect(new Set(forms.map(({ message }) => message)).size).toBeGreaterThan(60);
  const locations = all.flatMap(({ location }) => (location === null ? [] : [location]));
  for (const location of locations) locationSchema.parse(JSON.parse(location));
  expect(locations.length / all.length).toBeGreaterThan(0.85);
  expect(locations.length).toBeLessThan(all.length);
});

test('no submission precedes its app user’s account or uses a button that was switched off', async () => {
  const early = await db
    .selectFrom('button_click')
    .innerJoin('app_user', 'app_user.id', 'button_click.app_user_id')
    .select('button_click.id')
    .whereRef('button_click.created_at', '<', 'app_user.created_at')
    .execute();
  expect(early).toEqual([]);
  const off = await db
    .selectFrom('settings')
    .select(['team_id', 'setting_key', 'updated_at'])
    .where('setting_key', 'like', 'btn_%_mode')
    .where('setting_value', '=', 'no')
    .execute();
  expect(off).toMatchObject([{ team_id: 1, setting_key: 'btn_8_mode' }]);
  const late = await db
    .selectFrom('form_submission')
    .select('id')
    .where('team_id', '=', 1)
    .where('f_id', '=', 2)
    .where('created_at', '>', off[0]?.updated_at ?? '')
    .execute();
  expect(late).toEqual([]);
});

test('every setting exists and is valid', async () => {
  const settings = await db.selectFrom('settings').selectAll().execute();
  expect(settings).toHaveLength(5 * SETTINGS.size);
  for (const { setting_key, setting_value } of settings) {
    expect([setting_key, ...settingProblems(setting_key, setting_value, null)]).toEqual([setting_key]);
  }
  const config = await db.selectFrom('config').select('config_key').orderBy('id').execute();
  expect(config.map(({ config_key }) => config_key)).toEqual([
    'user_submission_emails',
    'user_submission_phones',
    'payment_secret_key',
    'payment_publishable_key',
    'contact_person',
  ]);
});

test('no message is still waiting: most emails were sent, some failed, SMS are held', async () => {
  const deliveries = await db.selectFrom('delivery').selectAll().execute();
  const attempts = await db.selectFrom('delivery_attempt').selectAll().orderBy('id').execute();
  const states = Object.groupBy(deliveries, ({ channel, state }) => `${channel} ${state}`);
  expect(Object.keys(states).toSorted()).toEqual(['email failed', 'email sent', 'sms held']);
  expect(states['email failed']?.length).toBeGreaterThan(5);
  expect(states['email sent']?.length).toBeGreaterThan(5000);

  const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  for (const { id, state, attempts: count, sent_at, created_at, next_attempt_at } of deliveries) {
    const ofMessage = attemptsOf.get(id) ?? [];
    const last = ofMessage.at(-1);
    expect([ofMessage.length, next_attempt_at]).toEqual([count, null]);
    expect(last?.outcome === 'sent').toBe(state === 'sent');
    if (sent_at === null || !last) continue;
    expect(Date.parse(last.at)).toBeGreaterThan(Date.parse(created_at));
    expect(Date.parse(sent_at)).toBe(Date.parse(last.at) + last.ms);
    expect(Date.parse(sent_at)).toBeLessThan(now.getTime());
  }
});

test('alarms older than a week are closed, newer ones are open', async () => {
  const alarms = await db.selectFrom('alarm').select(['submitted_at', 'closed_by']).execute();
  expect(alarms.length).toBeGreaterThan(2);
  for (const { submitted_at, closed_by } of alarms) {
    const isOld = Date.parse(submitted_at) < now.getTime() - 7 * DAY;
    expect([submitted_at, closed_by]).toEqual([submitted_at, isOld ? 'team' : null]);
  }
});

test('of all incidents one is open and acknowledged, and no step of an escalation follows', async () => {
  const current = await db.selectFrom('incident').selectAll().where('closed_at', 'is', null).execute();
  expect(current).toMatchObject([
    { team_id: 1, state: 'on_the_way', is_drill: 0, owner: expect.any(String) },
  ]);
  const scheduled = db.selectFrom('incident').select('id').where('next_run_at', 'is not', null);
  expect(await scheduled.execute()).toEqual([]);
  const late = db.selectFrom('incident').select('id').where('closed_at', '>', now.toISOString());
  expect(await late.execute()).toEqual([]);
  const outcomes = await db.selectFrom('incident').select('outcome').distinct().execute();
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(
    new Set(['drill', 'false_alarm', 'helped', null]),
  );
});

test('every printed login works', async () => {
  const server = await startServer(environment);
  onTestFinished(() => server.stop());
  for (const { role, email, password } of DEMO_LOGINS) {
    const path = role === 'app_user' ? '/mapi/v1/login' : '/sapi/v1/login';
    const response = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(role === 'app_user' ? { email, password } : { email, password, role }),
    });
    expect([role, response.status]).toEqual([role, 200]);
  }
  expect(server.greeting.join('\n')).not.toContain('first administrator');
});

test('a second start keeps the data', async () => {
  expect(first.isNew).toBe(true);
  const later = new Date(now.getTime() + DAY);
  const { isNew, at } = await prepareDemo(environment, { ...quiet, now: later });
  expect(isNew).toBe(false);
  expect(Math.abs(at.getTime() - now.getTime())).toBeLessThan(120_000);
});

test('never deletes data that is not the demo’s, even with the option that creates its data again', async () => {
  const { location, drop: dropForeign } = await newDatabase();
  const foreign = open(location);
  onTestFinished(async () => {
    await foreign.destroy();
    await dropForeign();
  });
  await buildTeam(foreign);
  for (const fresh of [false, true]) {
    await expect(prepareDemo(environmentOf(location), { ...quiet, fresh, now })).rejects.toThrow(
      'contains accounts that are not the demo',
    );
  }
  expect(await foreign.selectFrom('team').select('id').execute()).toHaveLength(1);
});

test('the same seed produces the same submissions', () => {
  for (const company of COMPANIES)
    expect(createPresses(company, seeded(7), now)).toEqual(createPresses(company, seeded(7), now));
});

test('two questions have images, which the server shows', async () => {
  const server = await startServer(environment);
  onTestFinished(() => server.stop());
  const questions = await db
    .selectFrom('form_submission')
    .selectAll()
    .where('f_id', '=', 1)
    .where('other_data', '<>', '[]')
    .execute();
  const keys = questions.map(({ other_data }) => JSON.parse(other_data).map(keyOfImageUrl) as string[]);
  expect(keys.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([2, 3]);
  const token = await buildSession(db, 'team', questions[0]?.team_id ?? 0);
  for (const key of keys.flat()) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/v1/images?key=${key}`, { headers });
    await response.arrayBuffer();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
});
