import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { nameLocation, openDatabase } from '../src/db/connection.ts';
import { getDialect } from '../src/db/dialect.ts';
import { AccountsDb } from '../src/db/handles/accounts.ts';
import { PlatformDb } from '../src/db/handles/platform.ts';
import { openPushKeys } from '../src/delivery/channels/push/push-keys.ts';
import { openSecretsIfPossible } from '../src/features/configuration/encrypt-configuration.ts';
import { KNOWN_MIGRATIONS } from '../src/db/migration-files.ts';
import { migrate } from '../src/db/migrate.ts';
import { versionFindings } from '../src/doctor/check-database.ts';
import { judgeSpace } from '../src/doctor/check-disk.ts';
import { checkNewestRow, compareClocks } from '../src/doctor/clock.ts';
import {
  emptyLocation,
  failUnlessClosed,
  TEST_DATABASE,
  testDatabase,
} from '../src/testing/databases/database.ts';
import { startS3 } from '../src/testing/providers/s3.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startTwilio } from '../src/testing/providers/twilio.ts';
import { databaseVariables, runDoctor } from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** `npm run doctor`: what an operator reads. */

async function providers() {
  const [smtp, twilio] = [await startSmtpServer(), await startTwilio()];
  onTestFinished(async () => void (await Promise.all([smtp.close(), twilio.close()])));
  return { smtp, twilio };
}

const COMPLETE = {
  PUBLIC_URL: 'https://safety.example',
  TRUSTED_PROXIES: '127.0.0.1',
  METRICS_LISTEN: '127.0.0.1:0',
  SECRET_KEY: 'a'.repeat(64),
  MAIL_FROM: 'alerts@callpoint.example',
};

test('a complete installation has no problem, and the operator gets a real email', async () => {
  const { smtp, twilio } = await providers();
  const { location } = await testDatabase();
  const { code, stdout, stderr } = await runDoctor(
    { ...databaseVariables(location), ...COMPLETE, SMTP_URL: smtp.url, ...twilio.variables },
    ['operator@callpoint.example'],
  );
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/PROBLEM/);
  expect(stdout).toMatch(/^ok {7}Settings: valid and complete$/m);
  expect(stdout).toMatch(/^ok {7}Database: \S+ responds in \d+ ms$/m);
  expect(stdout).toContain(`Database: ${nameLocation(location)} responds`);
  expect(stdout).toMatch(
    /^ok {7}Email: the mail server accepted a test email to operator@callpoint.example$/m,
  );
  expect(stdout).toMatch(/^ok {7}SMS: the account at Twilio is active$/m);
  expect(stdout).toMatch(/^ok {7}Voice: the account owns \+12025550100$/m);
  expect(stdout).toMatch(/^ok {7}Clock: /m);
  if (TEST_DATABASE === 'postgres') {
    expect(stdout).toContain('Events: processes can notify each other');
    // Its disk may be of this machine.
    expect(stdout).toMatch(/^\S+ +Disk: the disk of the database server was not checked\n +Watch /m);
  } else expect(stdout).toMatch(/^\S+ +Disk: .* GiB free in /m);
  expect(code).toBe(0);
  expect(smtp.mails.map(({ to, subject }) => [String(to), subject])).toEqual([
    ['operator@callpoint.example', 'Callpoint test email'],
  ]);
  expect(twilio.messages).toEqual([]);
  expect(stdout).not.toContain(twilio.settings.authToken);
});

test('says what to fix of wrong credentials, a mail server that rejects, and missing settings', async () => {
  const { smtp, twilio } = await providers();
  const { location } = await testDatabase();
  smtp.behave(({ at }) => (at === 'rcpt' ? { code: 550, text: '5.7.1 Relaying denied' } : undefined));
  const { code, stdout } = await runDoctor(
    {
      ...databaseVariables(location),
      SMTP_URL: smtp.url,
      ...twilio.variables,
      TWILIO_AUTH_TOKEN: 'another-token',
    },
    ['operator@callpoint.example'],
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/PROBLEM {2}Email: the test email was not sent: .*Relaying denied/);
  expect(stdout).toMatch(
    /PROBLEM {2}SMS: Twilio rejects the account or its token\n +Compare TWILIO_ACCOUNT_SID/,
  );
  expect(stdout).toMatch(/WARNING {2}Settings: PUBLIC_URL is not set/);
  expect(stdout).toMatch(/PROBLEM {2}Email: MAIL_FROM is not set: emails come from alerts@callpoint.local/);
  expect(stdout).toMatch(/problems: 3, warnings: \d+, notices: \d+\n$/);
  expect(stdout).not.toContain('another-token');
});

test('says why Twilio cannot be reached, and that a port of the mail server does not speak TLS', async () => {
  const { smtp, twilio } = await providers();
  const { location } = await testDatabase();
  const { stdout } = await runDoctor(
    {
      ...databaseVariables(location),
      ...COMPLETE,
      SMTP_URL: smtp.url.replace('smtp:', 'smtps:'),
      ...twilio.variables,
      TWILIO_BASE_URL: 'http://127.0.0.1:2',
    },
    ['operator@callpoint.example'],
  );
  expect(stdout).toMatch(
    /^PROBLEM {2}SMS: Twilio does not respond: connect ECONNREFUSED 127.0.0.1:2\n +Check that/m,
  );
  expect(stdout).toMatch(
    /^PROBLEM {2}Email: the test email was not sent: the port of SMTP_URL does not speak TLS[^\n]*\n +Write smtp:\/\//m,
  );
  expect(stdout).not.toMatch(/\n\n(?!problems:)|SSL routines/);
});

test('all invalid settings are one problem, and an invalid address is rejected without a check', async () => {
  const wrong = await runDoctor({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/PROBLEM {2}Settings: .*PORT.*LOG_LEVEL/);
  for (const args of [['not an address'], ['a@b.example', 'c@d.example']]) {
    expect(await runDoctor({}, args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'usage: npm run doctor [-- EMAIL]\n',
    });
  }
});

/** The path of a data folder that does not exist. */
function newDataFolder(): string {
  const parent = temporaryFolder('callpoint-doctor-');
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'data');
}

test('without a database yet, nothing is created; without a channel, no one would be notified', async () => {
  const folder = newDataFolder();
  const { code, stdout } = await runDoctor({ DATA_DIR: folder });
  expect(stdout).toContain(
    `NOTICE   Database: ${folder}/callpoint.db does not exist yet: the first start creates it\n          If a server has used it already, run the doctor with the settings of the server`,
  );
  expect(stdout).toContain('PROBLEM  Messages: no one would be notified of a press');
  expect(code).toBe(1);
  expect(existsSync(folder)).toBe(false);
});

test('a database that does not respond is a problem with what to check', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await new Promise((resolve) => silent.close(resolve));
  const { code, stdout } = await runDoctor({ DATABASE_URL: `postgres://x:secret@127.0.0.1:${port}/x` });
  expect(code).toBe(1);
  expect(stdout).toMatch(/PROBLEM {2}Database: 127.0.0.1:\d+\/x cannot be used: .*\n +Check DATABASE_URL/);
  expect(stdout).not.toContain('secret');
});

test('tables of a newer version, with which a server does not start, are a problem', async () => {
  const { db, location } = await testDatabase();
  const name = '9999-weather';
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(db);
  await db.insertInto('migration_support').values({ migration: name, works_since: '9998-wind' }).execute();
  const { code, stdout } = await runDoctor({ ...databaseVariables(location), ...COMPLETE });
  expect(stdout).toMatch(
    /PROBLEM {2}Database: \S+ responds in \d+ ms, but the server would not start\n +The database has the tables of a newer version of Callpoint.*9999-weather/,
  );
  expect(code).toBe(1);
});

test('tables of an older version are a warning, and a database without tables is a notice', async () => {
  const older = await emptyLocation();
  const db = openDatabase(older, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await sql`select 1`.execute(db);
  const { stdout: empty } = await runDoctor({ ...databaseVariables(older), ...COMPLETE });
  expect(empty).toMatch(/^NOTICE {3}Database: \S+ responds in \d+ ms, and has no tables yet/m);
  await migrate(db, KNOWN_MIGRATIONS.at(-2));
  const { stdout } = await runDoctor({ ...databaseVariables(older), ...COMPLETE });
  expect(stdout).toMatch(
    /^WARNING {2}Database: \S+ responds in \d+ ms, with the tables of an older version\n +The next start updates them/m,
  );
});

test('a clock that differs by more than two seconds, an old PostgreSQL, and a full disk are problems', () => {
  const at = new Date('2026-11-25T08:00:00.000Z');
  const later = (ms: number) => new Date(at.getTime() + ms);
  expect(compareClocks('the database', at, later(2_000))).toMatchObject({ level: 'ok' });
  expect(compareClocks('the database', at, later(-90_000))).toMatchObject({
    level: 'problem',
    text: 'this machine is 90 s behind the database',
  });
  expect(compareClocks('Twilio', at, later(4_900), 3)).toMatchObject({ level: 'ok' });
  const gib = 1024 ** 3;
  expect(checkNewestRow(later(2_000), at)).toEqual([]);
  expect(checkNewestRow(later(60_000), at)).toMatchObject([
    { level: 'problem', text: expect.stringContaining('at least 60 s behind') },
  ]);
  expect(versionFindings(150_000)).toEqual([]);
  expect(versionFindings(140_012)).toMatchObject([{ level: 'problem', text: 'PostgreSQL 14 is too old' }]);
  const levels = [0.1, 1, 100].map((free) => judgeSpace('/data', free * gib).level);
  expect(levels).toEqual(['problem', 'warning', 'ok']);
});

test('a table that has used many of its ids is a warning, and later a problem', async () => {
  const { db, location } = await testDatabase();
  const run = async () => await runDoctor({ ...databaseVariables(location), ...COMPLETE });
  expect((await run()).stdout).toMatch(/^ok {7}Ids: no table has used 1 % of its ids$/m);
  await getDialect(db).setLastId(db, 'message_text', 1_200_000_000);
  expect((await run()).stdout).toMatch(
    /^WARNING {2}Ids: the table message_text has used 55 % of its ids\n +docs\/runbook.md explains/m,
  );
  await getDialect(db).setLastId(db, 'delivery', 2_000_000_000);
  const { code, stdout } = await run();
  expect(stdout).toMatch(/^PROBLEM {2}Ids: the table delivery has used 93 % of its ids\n/m);
  expect(code).toBe(1);
});

test('stored keys that the secret key does not decrypt are a problem', async () => {
  const { db, location } = await testDatabase();
  const { secrets } = await openSecretsIfPossible(new PlatformDb(db), {
    secretKey: Buffer.alloc(32, 1),
    secretKeyPrevious: null,
    keyFolder: null,
  });
  await openPushKeys(new AccountsDb(db), secrets);
  const run = async (variables: Record<string, string>) =>
    await runDoctor({ ...databaseVariables(location), ...COMPLETE, ...variables });
  const wrong = await run({ SECRET_KEY: '02'.repeat(32) });
  expect(wrong.stdout).toMatch(
    /^PROBLEM {2}Secrets: stored keys cannot be decrypted: phones get no push messages\n +Set SECRET_KEY to the key/m,
  );
  expect(wrong.code).toBe(1);
  const right = await run({ SECRET_KEY: '02'.repeat(32), SECRET_KEY_PREVIOUS: '01'.repeat(32) });
  expect(right.stdout).toMatch(/^ok {7}Secrets: the stored keys can be decrypted$/m);
});

test('a bucket is checked without a change, and one that rejects the key or does not respond is a problem', async () => {
  const store = await startS3();
  onTestFinished(() => store.close());
  const { location } = await testDatabase();
  const run = async (url: string) =>
    (await runDoctor({ ...databaseVariables(location), ...COMPLETE, PICTURES_URL: url })).stdout;
  const good = await run(store.url());
  expect(good).toMatch(/^ok {7}Images: http:\S+\/bucket\/images accepts the key to read/m);
  expect(good).toMatch(/^ok {7}Clock: the same as the bucket’s$/m);
  expect(store.objects.size).toBe(0);
  const wrong = await run(store.url('another-secret'));
  expect(wrong).toMatch(/^PROBLEM {2}Images: \S+ responded with 403\n +Check the key/m);
  expect(wrong).not.toContain('another-secret');
  expect(await run('http://key:hidden@127.0.0.1:1/bucket')).toMatch(
    /^PROBLEM {2}Images: http:\/\/127.0.0.1:1\/bucket does not respond: /m,
  );
});

test.each([
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://safety.example' }, 'Set it to the address of the reverse proxy'],
  [{ HOST: '0.0.0.0' }, 'If a reverse proxy is in front, set it to its address'],
])(
  'a server that listens on all networks without trusted proxies gets a warning: %j',
  async (variables, fix) => {
    const { stdout } = await runDoctor({ DATA_DIR: newDataFolder(), ...variables });
    expect(stdout).toMatch(new RegExp(`WARNING {2}Settings: TRUSTED_PROXIES is not set\\n +${fix}`));
  },
);
