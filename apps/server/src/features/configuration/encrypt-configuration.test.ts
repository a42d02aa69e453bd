import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PlatformDb } from '../../db/handles/platform.ts';
import type { Db } from '../../db/tables.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openSecrets, openSecretsIfPossible } from './encrypt-configuration.ts';

const KEY = 'payment_secret_key';
const SECRET = 'sk_live_abcdefgh1234';

/** A database with a payment key in the form of earlier versions, and an empty folder for the encryption key. */
async function earlierVersion() {
  const { db } = await testDatabase();
  await buildConfiguration(db, { payment_secret_key: SECRET, payment_publishable_key: 'pk_live_abcdefgh' });
  const folder = temporaryFolder('secrets-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = (keys: Partial<Parameters<typeof openSecrets>[1]> = {}) =>
    openSecrets(new PlatformDb(db), { secretKey: null, secretKeyPrevious: null, keyFolder: folder, ...keys });
  const openIfPossible = () =>
    openSecretsIfPossible(new PlatformDb(db), {
      secretKey: null,
      secretKeyPrevious: null,
      keyFolder: folder,
    });
  return { db, file: join(folder, 'secret-key'), open, openIfPossible };
}

async function stored(db: Db, key = KEY): Promise<string> {
  const query = db.selectFrom('config').select('config_value').where('config_key', '=', key);
  return (await query.executeTakeFirstOrThrow()).config_value;
}

test('encrypts plain text payment keys at the start, with a key file that only the owner can read', async () => {
  const { db, file, open } = await earlierVersion();
  const secrets = await open();
  expect(await stored(db)).toMatch(/^enc:v1:[0-9a-f]{16}:/);
  expect(await stored(db)).not.toContain('abcdefgh');
  expect(secrets.decrypt(await stored(db), KEY)).toBe(SECRET);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  // Not a secret: browsers receive it.
  expect(await stored(db, 'payment_publishable_key')).toBe('pk_live_abcdefgh');

  const before = await stored(db);
  const key = readFileSync(file, 'utf8');
  expect((await open()).decrypt(await stored(db), KEY)).toBe(SECRET);
  expect([await stored(db), readFileSync(file, 'utf8')]).toEqual([before, key]);
});

test('SECRET_KEY replaces the key file, and a new SECRET_KEY replaces the previous one', async () => {
  const { db, open } = await earlierVersion();
  await open();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  await open({ secretKey: first });
  expect((await open({ secretKey: first, keyFolder: null })).decrypt(await stored(db), KEY)).toBe(SECRET);

  await expect(open({ secretKey: second })).rejects.toThrow('payment keys cannot be decrypted');
  await open({ secretKey: second, secretKeyPrevious: first });
  expect((await open({ secretKey: second, keyFolder: null })).decrypt(await stored(db), KEY)).toBe(SECRET);
});

test('with a wrong or lost key no payment key is read or replaced, and nothing is lost', async () => {
  const { db, file, open, openIfPossible } = await earlierVersion();
  await open();
  const before = await stored(db);
  const key = readFileSync(file);
  rmSync(file);
  const problem =
    'payment_secret_key is encrypted with a key that this server does not have. ' +
    'Set SECRET_KEY to the key that they were saved with';
  await expect(open()).rejects.toThrow(problem);
  await expect(open({ secretKey: randomBytes(32) })).rejects.toThrow(problem);
  expect([await stored(db), existsSync(file)]).toEqual([before, false]);

  const { secrets, problem: message } = await openIfPossible();
  expect([secrets.canEncrypt, message]).toEqual([false, expect.stringContaining(problem)]);
  expect(await stored(db)).toBe(before);

  writeFileSync(file, 'damaged');
  expect((await openIfPossible()).problem).toContain('does not contain a secret key');
  await expect(open()).rejects.toThrow('does not contain a secret key');
  writeFileSync(file, key);
  expect((await open()).decrypt(await stored(db), KEY)).toBe(SECRET);
});

test('does not decrypt a value that was changed or moved to another row', async () => {
  const { db, open } = await earlierVersion();
  const secrets = await open();
  const value = await stored(db);
  expect(() => secrets.decrypt(value, 'another_key')).toThrow('was changed in the database');
  const damaged = value.slice(0, -6) + (value.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
  await db.updateTable('config').set({ config_value: damaged }).where('config_key', '=', KEY).execute();
  await expect(open()).rejects.toThrow('payment_secret_key was changed in the database');
  expect(await stored(db)).toBe(damaged);
});

test('without a folder and without SECRET_KEY, stored payment keys must first be encrypted', async () => {
  const { db, open } = await earlierVersion();
  await expect(open({ keyFolder: null })).rejects.toThrow('Set SECRET_KEY, so that they are encrypted');
  expect(await stored(db)).toBe(SECRET);
  await db.updateTable('config').set({ config_value: '' }).where('config_key', '=', KEY).execute();
  expect((await open({ keyFolder: null })).canEncrypt).toBe(false);
});

test('two processes that start at the same time create one key and one readable value', async () => {
  const { db, open } = await earlierVersion();
  const [one, two] = await Promise.all([open(), open()]);
  const value = await stored(db);
  expect([one.decrypt(value, KEY), two.decrypt(value, KEY)]).toEqual([SECRET, SECRET]);
});
