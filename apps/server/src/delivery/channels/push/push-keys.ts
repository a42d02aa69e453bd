import webpush from 'web-push';
import type { AccountsDb } from '../../../db/handles/accounts.ts';
import { UndecryptableError, type SecretValues } from '../../../db/secret-values.ts';

/** The server's keys (VAPID, RFC 8292): they tell push services who sends. */
export type PushKeys = { publicKey: string; privateKey: string };

/** The name of the row with the keys, and the purpose that its private key is encrypted for. */
export const PUSH_KEY_NAME = 'vapid';

/**
 * The keys of this server. They are created at the first start and stored, the private key encrypted: a new key would
 * end the subscriptions of all phones. Without keys, `problem` has the reason, and the server sends no push messages.
 */
export async function openPushKeys(
  db: AccountsDb,
  secrets: SecretValues,
  now = new Date(),
): Promise<{ keys: PushKeys | null; problem: string | null }> {
  if (secrets.canEncrypt) await createKeys(db, secrets, now);
  const row = await db
    .selectFrom('push_key')
    .select(['id', 'public_key', 'private_key'])
    .where('name', '=', PUSH_KEY_NAME)
    .executeTakeFirst();
  if (!row) return { keys: null, problem: 'the keys cannot be encrypted. Set SECRET_KEY' };
  try {
    const privateKey = secrets.decrypt(row.private_key, PUSH_KEY_NAME);
    if (secrets.canEncrypt && secrets.isStale(row.private_key)) {
      const private_key = secrets.encrypt(privateKey, PUSH_KEY_NAME);
      await db.updateTable('push_key').set({ private_key }).where('id', '=', row.id).execute();
    }
    return { keys: { publicKey: row.public_key, privateKey }, problem: null };
  } catch (error) {
    if (!(error instanceof UndecryptableError)) throw error;
    const fix = 'Set SECRET_KEY to the key that they were saved with, or SECRET_KEY_PREVIOUS';
    return { keys: null, problem: `${error.message}. ${fix}` };
  }
}

/** Several processes may start at the same time: the keys of the first one are stored. */
async function createKeys(db: AccountsDb, secrets: SecretValues, now: Date): Promise<void> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  await db
    .insertInto('push_key')
    .values({
      name: PUSH_KEY_NAME,
      public_key: publicKey,
      private_key: secrets.encrypt(privateKey, PUSH_KEY_NAME),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
