import type { ConfigKey } from '@callpoint/contract/configuration';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { UndecryptableError, type SecretValues } from '../../db/secret-values.ts';

const SECRET = 'payment_secret_key' satisfies ConfigKey;
const PUBLISHABLE = 'payment_publishable_key' satisfies ConfigKey;

/** The keys of the payment provider; '' for one that is not set, null for a secret key that cannot be decrypted. */
export type PaymentKeys = { secret: string | null; publishable: string };

export async function readPaymentKeys(db: PlatformDb, secrets: SecretValues): Promise<PaymentKeys> {
  const rows = await db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where('config_key', 'in', [SECRET, PUBLISHABLE])
    .execute();
  const values = new Map(rows.map(({ config_key, config_value }) => [config_key, config_value]));
  return {
    secret: decrypted(secrets, values.get(SECRET) ?? ''),
    publishable: values.get(PUBLISHABLE) ?? '',
  };
}

function decrypted(secrets: SecretValues, stored: string): string | null {
  try {
    return secrets.decrypt(stored, SECRET);
  } catch (error) {
    if (error instanceof UndecryptableError) return null;
    throw error;
  }
}
