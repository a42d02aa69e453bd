import { randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import { isMigrated, migrate } from '../src/db/migrate.ts';
import { schemaDifferences } from '../src/db/schema-check.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAdmin, buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { limitToOneEmailPerPress } from '../src/testing/crashes/delivery-count.ts';
import { emptyLocation, TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import {
  databaseVariables,
  runTransfer,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';
import { startSteadyPhones } from '../src/testing/phones/steady-phones.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** `npm run backup` and `npm run restore` of a real server. */

/** Presses each second while the backup runs. */
const RATE = 200;
const PHONES = 20;

function newFile(name = 'callpoint.backup'): string {
  const folder = temporaryFolder('callpoint-backup-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

const backup = (location: DatabaseLocation, ...args: string[]) =>
  runTransfer('backup', databaseVariables(location), args);
const restore = (location: DatabaseLocation, ...args: string[]) =>
  runTransfer('restore', databaseVariables(location), args);

async function startServer(location: DatabaseLocation, smtpUrl: string) {
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtpUrl } });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
}

async function startMail() {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  return smtp;
}

async function call(url: string, path: string, token: string, body: object) {
  const response = await fetch(`${url}${path}?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { data: { id: number } } };
}

const press = (url: string, token: string) =>
  call(url, '/mapi/v1/button_click', token, { client_id: randomUUID(), button_id: 1 });

async function opened(location: DatabaseLocation): Promise<Db> {
  const db = openDatabase(location, () => {});
  onTestFinished(() => db.destroy());
  return db;
}

async function shop() {
  const { db, location } = await testDatabase();
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const user = await buildAppUser(db, team.id);
  return { db, location, team, user, phone: await buildSession(db, 'app_user', user.id) };
}

test('a backup during presses has every press answered before it, and restored messages wait for a person', async () => {
  const { db, location, team, phone } = await shop();
  const smtp = await startMail();
  // The mail server is out of order, so that messages wait.
  smtp.behave(() => ({ code: 421, text: 'out of order' }));
  const server = await startServer(location, smtp.url);
  const tokens = [phone];
  while (tokens.length < PHONES)
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
  const phones = startSteadyPhones(server.url, { tokens, rate: RATE, buttonIds: [1] });
  await phones.more(RATE);
  const before = phones.acknowledged.map(({ id }) => id);
  const file = newFile();
  const made = await backup(location, file);
  expect(phones.acknowledged.length).toBeGreaterThan(before.length);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/personal data and the hashes of passwords[^]*does not contain the key/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await phones.more(RATE / 5);
  await phones.stop();
  expect(phones.failed).toEqual([]);
  await server.end('SIGTERM');
  const all = await db.selectFrom('button_click').select('id').execute();
  expect(all.length).toBe(phones.acknowledged.length);

  const target = await emptyLocation();
  const restored = await restore(target, file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const copy = await opened(target);
  const stored = new Set((await copy.selectFrom('button_click').select('id').execute()).map(({ id }) => id));
  expect(before.filter((id) => !stored.has(id))).toEqual([]);
  expect(before.length).toBeGreaterThanOrEqual(RATE);
  const messages = await copy
    .selectFrom('delivery')
    .select(['id', 'state', 'held_for'])
    .where('channel', '=', 'email')
    .execute();
  expect(messages.length).toBe(stored.size);
  expect(messages.filter(({ state, held_for }) => state !== 'held' || held_for !== 'restored')).toEqual([]);
  expect(restored.stdout).toContain(`- ${messages.length} messages that were waiting are held.`);

  smtp.behave();
  const next = await startServer(target, smtp.url);
  // Sent after everything that is due before it.
  expect((await press(next.url, phone)).status).toBe(200);
  await smtp.waitFor(1);
  const owner = await buildSession(copy, 'team', team.id);
  const list = (await (
    await fetch(
      `${next.url}/tapi/v1/listPaged/delivery?token=${owner}&filter_state=held&filter_channel=email`,
    )
  ).json()) as {
    items: { id: number; reason: string }[];
  };
  expect(list.items[0]?.reason).toMatch(/^It was restored from a backup and may have been sent already\./);
  expect(smtp.mails).toHaveLength(1);
  const released = list.items[0]?.id ?? 0;
  expect((await call(next.url, '/tapi/v1/resend/delivery', owner, { id: released })).status).toBe(200);
  await smtp.waitFor(2);
  const sent = await copy
    .selectFrom('delivery')
    .select('message_key')
    .where('id', '=', released)
    .executeTakeFirstOrThrow();
  expect(smtp.mails[1]?.messageId).toContain(sent.message_key);
  expect(smtp.mails).toHaveLength(2);
  await next.end('SIGTERM');
});

test('consoles log in again after a restore, phones stay logged in, and links that were ended stay ended', async () => {
  const { db, location, team, user } = await shop();
  const admin = await buildAdmin(db);
  await buildSession(db, 'team', team.id);
  await buildSession(db, 'admin', admin.id);
  const file = newFile();
  expect(await backup(location, file)).toMatchObject({ code: 0 });
  const target = await emptyLocation();
  expect(await restore(target, file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('- 2 sessions of consoles'),
  });
  const sessions = await (
    await opened(target)
  )
    .selectFrom('session')
    .select(['role', 'account_id'])
    .execute();
  expect(sessions).toEqual([{ role: 'app_user', account_id: user.id }]);
});

async function unpacked(file: string): Promise<string[]> {
  return (await text(createReadStream(file).pipe(createGunzip()))).split('\n');
}

test('a backup that is incomplete, altered, of a later version or something else is rejected, and nothing is stored', async () => {
  const { location } = await shop();
  const file = newFile();
  expect(await backup(location, file)).toMatchObject({ code: 0 });
  const lines = await unpacked(file);
  const target = await emptyLocation();
  const rejected = async (content: Buffer | string[], name: string) => {
    const bad = newFile(name);
    writeFileSync(bad, Buffer.isBuffer(content) ? content : gzipSync(content.join('\n')));
    const { code, stdout, stderr } = await restore(target, bad);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.startsWith(`${bad}: `)).toBe(true);
    return stderr.slice(bad.length + 2, -1);
  };
  const bytes = readFileSync(file);
  const [half, changed] = [bytes.subarray(0, bytes.length / 2), Buffer.from(bytes)];
  changed[bytes.length - 6] = (changed[bytes.length - 6] ?? 0) ^ 1;
  const row = lines.findIndex((line) => line.startsWith('['));
  const altered = lines.with(row, lines[row]?.replace(/"([^"]+)"/, '"$1x"') ?? '');
  const head = JSON.parse(lines[0] ?? '') as { migrations: string[] };
  expect({
    half: await rejected(half, 'half'),
    withoutEnd: await rejected(lines.slice(0, -2), 'without-end'),
    changed: await rejected(changed, 'changed'),
    altered: await rejected(altered, 'altered'),
    aRowLess: await rejected(lines.toSpliced(row, 1), 'a-row-less'),
    more: await rejected([...lines.slice(0, -1), lines[row] ?? '', ''], 'more'),
    empty: await rejected(Buffer.alloc(0), 'empty'),
    text: await rejected(Buffer.from('a text'), 'text'),
    other: await rejected(['{"callpoint":"other"}', ''], 'other'),
    later: await rejected(
      lines.with(0, JSON.stringify({ ...head, migrations: [...head.migrations, '9999-later'] })),
      'later',
    ),
    laterFormat: await rejected(lines.with(0, JSON.stringify({ ...head, format: 2 })), 'later-format'),
  }).toEqual({
    half: 'the backup is incomplete: its end is missing',
    withoutEnd: 'the backup is incomplete: its end is missing',
    changed: 'the backup was altered or damaged',
    altered: 'the backup was altered or damaged',
    aRowLess: 'the backup was altered or damaged',
    more: 'the backup was altered or damaged',
    empty: 'the backup is incomplete: its end is missing',
    text: 'this is not a backup of Callpoint',
    other: 'this is not a backup of Callpoint',
    later:
      'the backup cannot be restored: it is from a later version of Callpoint, with the changes 9999-later of the tables: install that version or a later one',
    laterFormat: 'the backup is from a later version of Callpoint: install that version',
  });
  expect(await restore(target, file)).toMatchObject({ code: 0 });
});

test('a backup of an earlier version gets the current tables', async () => {
  const source = await emptyLocation();
  const old = await opened(source);
  await migrate(old, '0040-phone-app');
  const at = '2026-11-21T08:14:07.120Z';
  await old.insertInto('config').values({ config_key: 'k', config_value: 'v', updated_at: at }).execute();
  const file = newFile();
  expect(await backup(source, file)).toMatchObject({ code: 0, stderr: '' });
  expect(await isMigrated(old)).toBe(false);
  const target = await emptyLocation();
  expect(await restore(target, file)).toMatchObject({ code: 0, stderr: '' });
  const db = await opened(target);
  expect(await schemaDifferences(db)).toEqual([]);
  expect(await isMigrated(db)).toBe(true);
  expect(await db.selectFrom('config').select(['config_value', 'updated_at']).execute()).toEqual([
    { config_value: 'v', updated_at: at },
  ]);
});

test('a restore is rejected with all its problems: no such file, and a database with rows or a server', async () => {
  const { location, db } = await shop();
  const missing = newFile();
  const both = await restore(location, missing);
  expect(both).toMatchObject({ code: 1, stdout: '' });
  expect(both.stderr.split('\n')).toEqual([
    `${missing}: there is no such file`,
    expect.stringMatching(
      /: it is not empty: it has \d+ tables\. Those with rows: .*team \(1\), app_user \(1\)/,
    ),
    '',
  ]);
  const file = newFile();
  expect(await backup(location, file)).toMatchObject({ code: 0 });
  const server = await startServer(location, 'smtp://127.0.0.1:1');
  expect(await restore(location, file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      TEST_DATABASE === 'sqlite' ? /another Callpoint server is running/ : /it is not empty/,
    ),
  });
  await server.end('SIGTERM');
  expect(await db.selectFrom('team').select('id').execute()).toHaveLength(1);
});

test('a backup replaces no file, and needs a database and a folder', async () => {
  const { location } = await shop();
  const file = newFile();
  writeFileSync(file, 'kept');
  expect(await backup(location, file)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: `${file} exists already: a backup never replaces a file\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('kept');
  const other = newFile();
  writeFileSync(`${other}.incomplete`, 'of another run');
  expect((await backup(location, other)).stderr).toMatch(/\.incomplete exists: another backup is writing it/);
  const nowhere = join(other, '..', 'missing', 'x');
  expect((await backup(location, nowhere)).stderr).toMatch(/^the folder .*missing does not exist\n$/);
  const none = await runTransfer('backup', { DATA_DIR: join(newFile(), 'data') }, [nowhere]);
  expect(none.code).toBe(1);
  expect(none.stderr.split('\n')).toEqual([
    expect.stringMatching(/^the folder .* does not exist$/),
    expect.stringMatching(/callpoint\.db: there is no database$/),
    '',
  ]);
});

test.each(['backup', 'restore'] as const)('%s needs exactly one file', async (name) => {
  for (const args of [[], ['a', 'b'], ['--help']]) {
    const { code, stderr } = await runTransfer(name, {}, args);
    expect([code, stderr]).toEqual([2, `usage: npm run ${name} -- FILE\n`]);
  }
});
