import { CONFIG_KEYS, type ConfigKey } from '@callpoint/contract/configuration';
import { DEFAULT_DAILY_LIMITS, formatDailyLimits } from '@callpoint/contract/sending-allowances';
import type { PlatformDb } from '../../db/platform.ts';

const FIRST_VALUES: Readonly<Partial<Record<ConfigKey, string>>> = {
  contact_person: '[]',
  daily_email_limit: formatDailyLimits(DEFAULT_DAILY_LIMITS.email),
  daily_sms_limit: formatDailyLimits(DEFAULT_DAILY_LIMITS.sms),
};

/** Creates the row of each value that the platform knows, where it is missing. */
export async function ensureConfiguration(db: PlatformDb, now = new Date()): Promise<void> {
  const rows = CONFIG_KEYS.map((config_key) => ({
    config_key,
    config_value: FIRST_VALUES[config_key] ?? '',
    updated_at: now.toISOString(),
  }));
  await db
    .insertInto('config')
    .values(rows)
    .onConflict((conflict) => conflict.column('config_key').doNothing())
    .execute();
}
