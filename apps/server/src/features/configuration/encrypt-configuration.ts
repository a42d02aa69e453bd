import { SECRET_CONFIG_KEYS } from '@callpoint/contract/configuration';
import { createKeyFile, readKeyFile, SecretsUnavailable } from '../../config/secret-key.ts';
import { isEncrypted, SecretValues, UndecryptableError } from '../../db/secret-values.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';

type Keys = {
  secretKey: Buffer | null;
  secretKeyPrevious: Buffer | null;
  /** The folder of the key file; null if the database is shared with servers that cannot read the file. */
  keyFolder: string | null;
};

const FIX = 'Set SECRET_KEY to the key that they were saved with, or SECRET_KEY_PREVIOUS if it was replaced.';

/**
 * The encryption keys of this server. Without SECRET_KEY the key is in a file, which is created at the first start. Secrets
 * in the configuration that are plain text or encrypted with a previous key are encrypted with the current key.
 * Throws SecretsUnavailable and changes nothing if one of them cannot be decrypted.
 */
export async function openSecrets(db: PlatformDb, { secretKey, secretKeyPrevious, keyFolder }: Keys) {
  const rows = await db
    .selectFrom('config')
    .select(['id', 'config_key', 'config_value'])
    .where('config_key', 'in', SECRET_CONFIG_KEYS)
    .where('config_value', '<>', '')
    .execute();
  const fileKey = keyFolder === null ? null : readKeyFile(keyFolder);
  const previous = [secretKeyPrevious, fileKey].filter((key) => key !== null);
  const old = new SecretValues(secretKey ?? fileKey, previous);
  const values = rows.map((row) => ({ ...row, plain: decrypt(old, row) }));
  // Created only after the check: a new key file would hide that the old one is missing.
  const current = secretKey ?? fileKey ?? (keyFolder === null ? null : createKeyFile(keyFolder));
  const secrets = new SecretValues(current, previous);
  for (const { id, config_key, config_value, plain } of values) {
    if (!secrets.isStale(config_value)) continue;
    if (!secrets.canEncrypt)
      throw new SecretsUnavailable(
        'payment keys are stored as plain text. Set SECRET_KEY, so that they are encrypted.',
      );
    await db
      .updateTable('config')
      .set({ config_value: secrets.encrypt(plain, config_key) })
      .where('id', '=', id)
      // Another process may have encrypted it, or an administrator may have saved another value.
      .where('config_value', '=', config_value)
      .execute();
  }
  return secrets;
}

function decrypt(secrets: SecretValues, row: { config_key: string; config_value: string }): string {
  try {
    return secrets.decrypt(row.config_value, row.config_key);
  } catch (error) {
    if (!(error instanceof UndecryptableError) || !isEncrypted(row.config_value)) throw error;
    throw new SecretsUnavailable(`payment keys cannot be decrypted: ${error.message}. ${FIX}`, {
      cause: error,
    });
  }
}

/**
 * Like `openSecrets`, for a server that must start even if its keys are unavailable, because alerts do not need them. If
 * they are unavailable, payment keys stay unchanged, none can be saved, and `problem` has the reason.
 */
export async function openSecretsIfPossible(
  db: PlatformDb,
  keys: Keys,
): Promise<{ secrets: SecretValues; problem: string | null }> {
  try {
    return { secrets: await openSecrets(db, keys), problem: null };
  } catch (error) {
    if (!(error instanceof SecretsUnavailable)) throw error;
    return { secrets: new SecretValues(null), problem: error.message };
  }
}
