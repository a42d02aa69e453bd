import { DEFAULT_EMERGENCY_NUMBER } from '@callpoint/contract/configuration';
import type { PlatformDb } from '../db/handles/platform.ts';

/** The configured number of the emergency services. */
export async function readEmergencyNumber(platform: PlatformDb): Promise<string> {
  const row = await platform
    .selectFrom('config')
    .select('config_value')
    .where('config_key', '=', 'emergency_number')
    .executeTakeFirst();
  return row?.config_value.trim() || DEFAULT_EMERGENCY_NUMBER;
}
