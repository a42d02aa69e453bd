import { errorText } from '../config/error-text.ts';
import { SECRET_CONFIG_KEYS } from '@callpoint/contract/configuration';
import { readKeyFile } from '../config/secret-key.ts';
import { SecretValues, UndecryptableError } from '../db/secret-values.ts';
import type { Db } from '../db/tables.ts';
import { PUSH_KEY_NAME } from '../delivery/channels/push/push-keys.ts';
import { ok, problem, type Finding } from './finding.ts';

/** The settings with the keys of a server. `keyFolder`: the folder of its key file; null if it has none. */
export type SecretKeys = {
  secretKey: Buffer | null;
  secretKeyPrevious: Buffer | null;
  keyFolder: string | null;
};

/** Whether a server with these keys can decrypt the stored secrets. Changes none of them. */
export async function checkSecrets(db: Db, keys: SecretKeys): Promise<Finding[]> {
  const stored = await readSecrets(db);
  if (stored.length === 0) return [];
  try {
    const fileKey = keys.keyFolder === null ? null : readKeyFile(keys.keyFolder);
    const previous = [keys.secretKeyPrevious, fileKey].filter((key) => key !== null);
    const secrets = new SecretValues(keys.secretKey ?? fileKey, previous);
    const effects = stored.flatMap(({ purpose, value, effect }) =>
      canDecrypt(secrets, value, purpose) ? [] : [effect],
    );
    if (effects.length === 0) return [ok('Secrets', 'the stored keys can be decrypted')];
    return [
      problem(
        'Secrets',
        `stored keys cannot be decrypted: ${[...new Set(effects)].join(', and ')}`,
        'Set SECRET_KEY to the key that they were saved with, or SECRET_KEY_PREVIOUS if it was replaced.' +
          (keys.keyFolder === null ? '' : ` Without SECRET_KEY, restore the file secret-key in DATA_DIR.`),
      ),
    ];
  } catch (error) {
    const fix = 'Check the file secret-key in DATA_DIR, and that this user may read it.';
    return [problem('Secrets', `the key file cannot be used: ${errorText(error)}`, fix)];
  }
}

/** All encrypted values, each with what is not possible without it. */
async function readSecrets(db: Db) {
  const settings = await db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where('config_key', 'in', SECRET_CONFIG_KEYS)
    .where('config_value', '<>', '')
    .execute();
  const pushKeys = await db
    .selectFrom('push_key')
    .select('private_key')
    .where('name', '=', PUSH_KEY_NAME)
    .execute();
  return [
    ...settings.map(({ config_key, config_value }) => ({
      purpose: config_key,
      value: config_value,
      effect: 'payments are unavailable',
    })),
    ...pushKeys.map(({ private_key }) => ({
      purpose: PUSH_KEY_NAME,
      value: private_key,
      effect: 'phones get no push messages',
    })),
  ];
}

function canDecrypt(secrets: SecretValues, value: string, purpose: string): boolean {
  try {
    secrets.decrypt(value, purpose);
    return true;
  } catch (error) {
    if (error instanceof UndecryptableError) return false;
    throw error;
  }
}
