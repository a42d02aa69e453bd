import type { Item } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import { settingsMark } from '../db/settings-mark.ts';
import type { Db } from '../db/tables.ts';
import { readItemSettings, type PhoneSettings } from '../planning/item-settings.ts';

/** The settings of an item as a press reads them: with their mark at this moment. */
export async function readMarkedSettings(db: Db, teamId: number, item: Item): Promise<PhoneSettings> {
  const { rows } = await sql<{ mark: string }>`select ${settingsMark(getDialect(db), 'team')} as mark
    from team where id = ${teamId}`.execute(db);
  return await readItemSettings(db, teamId, item, rows[0]?.mark ?? '');
}
