import { searchText } from './lists/search-text.ts';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import {
  emptyLocation,
  failUnlessClosed,
  testDatabase,
  TEST_DATABASE,
} from '../testing/databases/database.ts';
import { attemptText, reasonText, type ReasonedMessage } from '../delivery/channels/message-reason.ts';
import { insertTexts, withTexts } from '../delivery/queue/message-text.ts';
import { openDatabase } from './connection.ts';
import { isMigrated, migrate } from './migrate.ts';
import { schemaDifferences } from './schema-check.ts';
import type { Db } from './tables.ts';

/** A file of the folder is a step: one that is not in the list would never run. */
const STEPS = readdirSync(new URL('migrations', import.meta.url))
  .map((file) => file.replace('.ts', ''))
  .toSorted();

test('a migrated database has exactly the declared tables and columns', async () => {
  const { db } = await testDatabase();
  expect(await schemaDifferences(db)).toEqual([]);
});

test('a migration creates an index on a table with rows as one of its indexes, which are built while others write', async () => {
  const texts = await Promise.all(
    STEPS.filter((step) => step > '0064').map(async (step) => ({
      step,
      text: await readFile(new URL(`migrations/${step}.ts`, import.meta.url), 'utf8'),
    })),
  );
  const named = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, table, built]) => table ?? built);
  const isOfStep = ({ text }: { text: string }) => {
    const created = named(text, /create table (?:if not exists )?(\w+)|createTable\('(\w+)'/g);
    const indexed = named(text, /create (?:unique )?index \S+\s+on (\S+)/g);
    return text.includes('createIndex') || indexed.some((table) => !created.includes(table));
  };
  expect(texts.filter(isOfStep).map(({ step }) => step)).toEqual([]);
});

test('the check reports a missing table, a missing column, another type and another nullability', async () => {
  const { db } = await testDatabase();
  await db.schema.dropTable('delivery_attempt').execute();
  await db.schema.alterTable('team').dropColumn('account_name').execute();
  await db.schema.alterTable('team').addColumn('surprise', 'integer').execute();
  await db.schema.alterTable('plan').dropColumn('plan_term').execute();
  await db.schema.alterTable('plan').addColumn('plan_term', 'integer').execute();
  expect(await schemaDifferences(db)).toEqual([
    'delivery_attempt: table is missing, no step in db/migrations creates it',
    expect.stringMatching(/^plan\.plan_term: is integer, nullable; declared text, not null$/),
    'team.account_name: column is missing',
    'team.surprise: column is not declared',
  ]);
});

test('migrating again changes nothing, and two processes can migrate concurrently', async () => {
  const location = await emptyLocation();
  const [one, two] = [openDatabase(location, failUnlessClosed), openDatabase(location, failUnlessClosed)];
  try {
    expect(await isMigrated(one)).toBe(false);
    const ran = location.kind === 'postgres' ? await Promise.all([one, two].map((db) => migrate(db))) : [];
    if (location.kind === 'postgres') expect(ran.flat()).toEqual(STEPS);
    else expect(await migrate(one)).toEqual(STEPS);
    expect(await migrate(two)).toEqual([]);
    expect(await isMigrated(two)).toBe(true);
  } finally {
    await one.destroy();
    await two.destroy();
  }
});

test('messages from before the table of texts keep their texts', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0019-reach');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at)
    values ('a@team.example', 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at})`.execute(db);
  for (const [key, subject, purged] of [
    ['first', 'Help', null],
    ['purged', null, at],
    ['last', null, null],
  ]) {
    await sql`insert into delivery (team_id, channel, role, address, subject, body, html, message_key, priority, state,
        attempts, fence, created_at, purged_at)
      values (1, 'email', 'team', 'a@team.example', ${subject}, ${`Text of ${key}`}, null, ${key}, 1, 'sent', 0, 0, ${at}, ${purged})`.execute(
      db,
    );
  }
  await migrate(db);
  const rows = await withTexts(db, await db.selectFrom('delivery').selectAll().orderBy('id').execute());
  expect(rows.map(({ message_key, subject, body }) => [message_key, subject, body])).toEqual([
    ['first', 'Help', 'Text of first'],
    ['purged', null, ''],
    ['last', null, 'Text of last'],
  ]);
  const [next] = await insertTexts(db, [{ subject: null, body: 'New', html: null }]);
  expect(next).toBeGreaterThan(rows.at(-1)?.text_id ?? Infinity);
});

test('foreign keys are on', async () => {
  const { db } = await testDatabase();
  const orphan = { team_id: 999, setting_key: 'x', setting_value: 'y', updated_at: new Date().toISOString() };
  await expect(db.insertInto('settings').values(orphan).execute()).rejects.toThrow(/foreign key/i);
});

test('times are read exactly as they were stored', async () => {
  const { db } = await testDatabase();
  const at = '2026-11-21T08:14:07.120Z';
  await db.insertInto('config').values({ config_key: 'k', config_value: 'v', updated_at: at }).execute();
  const row = await db.selectFrom('config').selectAll().executeTakeFirstOrThrow();
  expect(row.updated_at).toBe(at);
});

if (TEST_DATABASE === 'sqlite') {
  test('the log is synced by the server itself, and foreign keys are on', async () => {
    const db = openDatabase(await emptyLocation(), () => {});
    onTestFinished(() => db.destroy());
    expect((await pragma(db, 'journal_mode'))['journal_mode']).toBe('wal');
    // NORMAL: SQLite syncs before and after it copies the log into the database, and not at each commit.
    expect((await pragma(db, 'synchronous'))['synchronous']).toBe(1);
    expect((await pragma(db, 'foreign_keys'))['foreign_keys']).toBe(1);
  });
}

async function pragma(db: Db, name: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0] ?? {};
}

test('stored search texts contain the letters of a keyboard for the others', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0048-push');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at, search_text)
    values ('a@team.example', 'Großbau', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at}, 'großbau'),
      ('b@team.example', 'Steel', 'B', 'B', '1', '-', 0, 'free', 10, 1, ${at}, ${at}, 'steel')`.execute(db);
  await sql`insert into app_user (team_id, name, email, phone, password_hash, status, created_at, updated_at, search_text)
    values (1, 'Łucja O´Neil', 'l@team.example', '+1 202 555 0141', '-', 1, ${at}, ${at}, 'łucja o neil')`.execute(
    db,
  );
  await migrate(db);
  const teams = await db.selectFrom('team').select('search_text').orderBy('id').execute();
  expect(teams.map(({ search_text }) => search_text.split('\n')[1])).toEqual(['grossbau', undefined]);
  const user = await db.selectFrom('app_user').select('search_text').executeTakeFirstOrThrow();
  expect(user.search_text).toBe(searchText(['Łucja O´Neil', 'l@team.example'], ['+1 202 555 0141']));
  expect(user.search_text).toMatch(/^lucja o'neil\n/);
});

test('push subscriptions of phones and their messages are kept, and new ones get new ids', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0048-push');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at, search_text)
    values ('a@team.example', 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at}, 'a')`.execute(db);
  await sql`insert into app_user (team_id, name, email, phone, password_hash, status, created_at, updated_at, search_text)
    values (1, 'Ana', 'ana@team.example', '+1 202 555 0141', '-', 1, ${at}, ${at}, 'ana')`.execute(db);
  await sql`insert into session (token_hash, role, account_id, created_at, expires_at, last_used_at, authenticated_at)
    values ('x', 'app_user', 1, ${at}, ${at}, ${at}, ${at})`.execute(db);
  const subscription = (hash: string) => sql`insert into push_subscription
      (session_id, app_user_id, team_id, endpoint, endpoint_hash, p256dh, auth, created_at)
    values (1, 1, 1, 'https://push.example.com/1', ${hash}, 'p', 'a', ${at})`;
  await subscription('first').execute(db);
  await subscription('second').execute(db);
  await sql`insert into push_message (subscription_id, team_id, topic, payload, attempts, created_at, due_at)
    values (2, 1, 'button-1', '{}', 0, ${at}, ${at})`.execute(db);
  await migrate(db);
  await subscription('third').execute(db);
  const stored = await db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint_hash'])
    .orderBy('id')
    .execute();
  expect(stored).toEqual([
    { id: 1, endpoint_hash: 'first' },
    { id: 2, endpoint_hash: 'second' },
    { id: 3, endpoint_hash: 'third' },
  ]);
  const messages = () =>
    db.selectFrom('push_message').select(['subscription_id', 'topic', 'due_at']).execute();
  expect(await messages()).toEqual([{ subscription_id: 2, topic: 'button-1', due_at: at }]);
  await db.deleteFrom('push_subscription').where('id', '=', 2).execute();
  expect(await messages()).toEqual([]);
});

test('messages from before reason codes keep their reasons', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0025-renewed-tokens');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at)
    values ('a@team.example', 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at})`.execute(db);
  const reason = 'Given up after 24 hours. The mail server is busy or closing. It said: 421 Later';
  await sql`insert into delivery (team_id, channel, role, address, message_key, priority, state, reason, attempts, fence,
      created_at, lane)
    values (1, 'email', 'team', 'a@team.example', 'first', 1, 'failed', ${reason}, 1, 1, ${at}, 'team.example')`.execute(
    db,
  );
  const skipped = '“911” can’t receive SMS. Enter a phone number with + and the country code.';
  await sql`insert into delivery (team_id, channel, role, address, message_key, priority, state, reason, attempts, fence,
      created_at, lane)
    values (1, 'sms', 'team', '911', 'second', 1, 'skipped', ${skipped}, 0, 0, ${at}, 'sms')`.execute(db);
  const detail = 'The mail server is busy or closing. It said: 421 Later';
  await sql`insert into delivery_attempt (delivery_id, at, ms, outcome, detail, fault)
    values (1, ${at}, 5, 'temporary', ${detail}, 'mail-busy')`.execute(db);
  await migrate(db);
  const messages = await db.selectFrom('delivery').selectAll().orderBy('id').execute();
  expect(messages.map((message) => reasonText(message as ReasonedMessage))).toEqual([reason, skipped]);
  const attempt = await db.selectFrom('delivery_attempt').selectAll().executeTakeFirstOrThrow();
  expect(attemptText('email', { ...attempt, outcome: 'temporary' })).toBe(detail);
});

test('texts that are still an earlier default get the time and the link to the record; edited texts stay', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0026-fault-codes');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at)
    values ('a@team.example', 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at})`.execute(db);
  const before = {
    sms_to_admin_message_5: 'EMERGENCY: {{NAME}} needs help. Call {{PHONE}} now. {{LOCATION_LINK}}',
    sms_to_bermac_message_1: 'OSHA ON SITE: {{NAME}} needs you. Call {{PHONE}}. {{LOCATION_LINK}}',
    mail_to_admin_message_f_3:
      '{{MESSAGE}}\n\nCall {{NAME}} at {{PHONE}}.\n\nType: {{PRODUCTS}}\nCompany: {{COMPANY}}\nName: {{NAME}}\nPhone: {{PHONE}}\nE-mail: {{EMAIL}}\nLocation: {{LOCATION}}\nMap: {{LOCATION_LINK}}',
    mail_to_admin_message_5: 'Our own text: {{NAME}}',
    mail_to_admin_emails_5: 'a@team.example',
  };
  for (const [key, value] of Object.entries(before))
    await sql`insert into settings (team_id, setting_key, setting_value, updated_at)
      values (1, ${key}, ${value}, ${at})`.execute(db);
  await migrate(db);
  const rows = await db.selectFrom('settings').select(['setting_key', 'setting_value']).execute();
  const after = new Map(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
  const current = defaultSettings({ email: 'a@team.example', phone: '1' });
  for (const key of ['sms_to_admin_message_5', 'sms_to_bermac_message_1', 'mail_to_admin_message_f_3']) {
    expect([key, after.get(key)]).toEqual([key, current.get(key)]);
    expect(after.get(key)).toMatch(/\{\{TIME\}\}.*\{\{RECORD_LINK\}\}/s);
  }
  expect(after.get('mail_to_admin_message_5')).toBe(before.mail_to_admin_message_5);
  expect(after.get('mail_to_admin_emails_5')).toBe(before.mail_to_admin_emails_5);
});

test('submissions from before get the name and addresses of their app user', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0035-idempotency-keys');
  const at = '2026-11-21T08:14:07.120Z';
  await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
      status, created_at, updated_at, search_text)
    values ('a@team.example', 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at}, '')`.execute(db);
  await sql`insert into app_user (team_id, name, email, phone, password_hash, password_set_by_other, status, created_at,
      updated_at)
    values (1, 'Ann Lee', 'ann@work.example', '+12025550143', '-', 0, 1, ${at}, ${at})`.execute(db);
  await sql`insert into form_submission (team_id, app_user_id, f_id, client_id, company, message, other_data, screen_text,
      created_at)
    values (1, 1, 1, 'one', '', 'Safe?', '', '', ${at}), (1, 1, 3, 'two', '', 'Gloves', '', '', ${at})`.execute(
    db,
  );
  await migrate(db);
  const rows = await db.selectFrom('form_submission').selectAll().orderBy('id').execute();
  expect(
    rows.map(({ user_name, user_email, user_phone, other_data }) => [
      user_name,
      user_email,
      user_phone,
      other_data,
    ]),
  ).toEqual([
    ['Ann Lee', 'ann@work.example', '+12025550143', '[]'],
    ['Ann Lee', 'ann@work.example', '+12025550143', ''],
  ]);
});

/** What a newer version does: a migration that this version does not have. */
async function migrateAsNewerVersion(db: Db, name: string, worksSince: string | null): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(db);
  if (worksSince === null) return;
  await sql`insert into migration_support (migration, works_since) values (${name}, ${worksSince})`.execute(
    db,
  );
}

test('an older version works with the tables of a newer one that only added something', async () => {
  const { db } = await testDatabase();
  await migrateAsNewerVersion(db, '9998-added', STEPS[0] ?? '');
  await migrateAsNewerVersion(db, '9999-added-later', STEPS.at(-1) ?? '');
  expect(await migrate(db)).toEqual([]);
  expect(await isMigrated(db)).toBe(true);
});

test.each([
  ['says that it works only with later versions', '9998-added'],
  ['says nothing', null],
])('an older version refuses tables after a migration that %s, and says what to do', async (_, since) => {
  const { db } = await testDatabase();
  await migrateAsNewerVersion(db, '9998-added', STEPS.at(-1) ?? '');
  await migrateAsNewerVersion(db, '9999-removed', since);
  await expect(migrate(db)).rejects.toThrow(
    'The database has the tables of a newer version of Callpoint, with which this version does not work (9999-removed). Start that version, or restore a backup of this one.',
  );
  expect(await isMigrated(db)).toBe(false);
});

test('a version that lacks migrations refuses the tables of one that lacks others', async () => {
  const { db } = await testDatabase();
  await migrateAsNewerVersion(db, '9999-added', STEPS[0] ?? '');
  await sql`delete from kysely_migration where name = ${STEPS.at(-1)}`.execute(db);
  await expect(migrate(db)).rejects.toThrow('with which this version does not work (9999-added)');
});
