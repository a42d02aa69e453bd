import { CONFIG_KEYS, defaultConfigValue } from '@callpoint/contract/configuration';
import type { PlatformDb } from '../../db/handles/platform.ts';

/** Creates the missing rows of the configuration. */
export async function ensureConfiguration(db: PlatformDb, now = new Date()): Promise<void> {
  const rows = CONFIG_KEYS.map((config_key) => ({
    config_key,
    config_value: defaultConfigValue(config_key),
    updated_at: now.toISOString(),
  }));
  await db
    .insertInto('config')
    .values(rows)
    .onConflict((conflict) => conflict.column('config_key').doNothing())
    .execute();
}
