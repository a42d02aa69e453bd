import { CONFIG_KEYS, type ConfigKey } from '@callpoint/contract/configuration';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { formatDailyLimits } from '@callpoint/contract/sending-allowances';
import type { PlatformDb } from '../../db/platform.ts';

const FIRST_VALUES: Readonly<Partial<Record<ConfigKey, string>>> = {
  contact_person: '[]',
  ...Object.fromEntries(
    Object.values(CHANNEL).map(({ dailyLimit }) => [dailyLimit.key, formatDailyLimits(dailyLimit.defaults)]),
  ),
};

/** Creates the missing rows of the configuration. */
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
