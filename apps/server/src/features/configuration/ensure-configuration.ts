import { CONFIG_KEYS } from '@callpoint/contract/configuration';
import type { Db } from '../../db/tables.ts';

/** Makes the row of each value that the platform knows, empty, where it is missing. */
export async function ensureConfiguration(db: Db, now = new Date()): Promise<void> {
  const rows = CONFIG_KEYS.map((config_key) => ({
    config_key,
    config_value: config_key === 'contact_person' ? '[]' : '',
    updated_at: now.toISOString(),
  }));
  await db
    .insertInto('config')
    .values(rows)
    .onConflict((conflict) => conflict.column('config_key').doNothing())
    .execute();
}
