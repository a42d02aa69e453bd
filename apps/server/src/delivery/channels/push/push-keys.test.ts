import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountsDb } from '../../../db/handles/accounts.ts';
import { SecretValues } from '../../../db/secret-values.ts';
import { testDatabase } from '../../../testing/databases/database.ts';
import { openPushKeys } from './push-keys.ts';

async function stored() {
  const { db } = await testDatabase();
  const privateKey = async () =>
    (await db.selectFrom('push_key').select('private_key').executeTakeFirstOrThrow()).private_key;
  return { db, accounts: new AccountsDb(db), privateKey };
}

test('the keys are created once, also by processes that start together, and the private one is encrypted', async () => {
  const { db, accounts, privateKey } = await stored();
  const secrets = new SecretValues(randomBytes(32));
  const opened = await Promise.all([1, 2, 3].map(() => openPushKeys(accounts, secrets)));
  const again = await openPushKeys(accounts, secrets);
  expect(new Set([...opened, again].map((one) => JSON.stringify(one))).size).toBe(1);
  expect(again).toEqual({
    keys: {
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
      privateKey: expect.stringMatching(/^[\w-]{43}$/),
    },
    problem: null,
  });
  expect(await privateKey()).toMatch(/^enc:v1:/);
  expect(JSON.stringify(await db.selectFrom('push_key').selectAll().execute())).not.toContain(
    again.keys?.privateKey,
  );
});

test('a new SECRET_KEY keeps the keys, and encrypts them again', async () => {
  const { accounts, privateKey } = await stored();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const { keys } = await openPushKeys(accounts, new SecretValues(first));
  const before = await privateKey();
  expect((await openPushKeys(accounts, new SecretValues(second, [first]))).keys).toEqual(keys);
  expect(await privateKey()).not.toBe(before);
  expect((await openPushKeys(accounts, new SecretValues(second))).keys).toEqual(keys);
});

test('without the encryption key there are no keys, the reason is given, and the stored ones stay', async () => {
  const { accounts, privateKey } = await stored();
  const none = await openPushKeys(accounts, new SecretValues(null));
  expect(none).toEqual({ keys: null, problem: 'the keys cannot be encrypted. Set SECRET_KEY' });
  await openPushKeys(accounts, new SecretValues(randomBytes(32)));
  const before = await privateKey();
  for (const secrets of [new SecretValues(null), new SecretValues(randomBytes(32))]) {
    const { keys, problem } = await openPushKeys(accounts, secrets);
    expect([keys, problem]).toEqual([null, expect.stringContaining('SECRET_KEY_PREVIOUS')]);
  }
  expect(await privateKey()).toBe(before);
});
