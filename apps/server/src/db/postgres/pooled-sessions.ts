import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { SERVER_SETTINGS } from './session-settings.ts';

/** A setting that a session has before a server sets it, if it has another value then. Times have a unit, e.g. `2000ms`. */
export type OtherSetting = { name: string; value: string; expected: string };

/**
 * The settings of a server that the database, its configuration and the role do not give to each session, and the role as SQL
 * writes it.
 */
export async function findOtherSettings(db: Db): Promise<{ role: string; settings: OtherSetting[] }> {
  const { rows } = await sql<{ role: string; name: string; value: string }>`
    select quote_ident(current_user) as role, name, reset_val || coalesce(unit, '') as value
    from pg_settings where name in (${sql.join(Object.keys(SERVER_SETTINGS))})`.execute(db);
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  const settings = Object.entries(SERVER_SETTINGS)
    .map(([name, expected]) => ({ name, expected, value: found.get(name) ?? 'unknown' }))
    .filter(({ expected, value }) => value !== expected);
  return { role: rows[0]?.role ?? '', settings };
}
