import { settingProblems } from '@callpoint/alerts/settings/setting-problems';
import { configProblems, type ConfigKey } from '@callpoint/contract/configuration';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Values that administrators and subscribers set, for tests, demo data and measurements. */

/** Sets values of the platform's configuration, by key. Throws for a value that the product would reject. */
export async function buildConfiguration(
  db: Db,
  values: Readonly<Partial<Record<ConfigKey, string>>>,
  now = new Date(),
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const [problem] = configProblems(key as ConfigKey, value);
    if (problem !== undefined) throw new Error(`${key}: ${problem}`);
  }
  const updated_at = now.toISOString();
  await db
    .insertInto('config')
    .values(
      Object.entries(values).map(([config_key, config_value]) => ({ config_key, config_value, updated_at })),
    )
    .onConflict((conflict) =>
      conflict.column('config_key').doUpdateSet({
        config_value: sql`excluded.config_value`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute();
}

/** Changes settings of a subscriber. Throws for a value that the product would reject. */
export async function changeSettings(
  db: Db,
  teamId: number,
  values: Readonly<Record<string, string>>,
  now = new Date(),
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const [problem] = settingProblems(key, value, null);
    if (problem) throw new Error(`${key}: ${problem}`);
    await db
      .updateTable('settings')
      .set({ setting_value: value, updated_at: now.toISOString() })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', key)
      .execute();
  }
}
