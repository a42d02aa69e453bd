import { type DatabaseLocation, withoutQueryLimit } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import {
  insertMessagesForEachPress,
  insertOwnTexts,
  insertPresses,
} from '@callpoint/server/factories/many-presses';
import pg from 'pg';
import { type Partitionings, partitionTables } from './partition-tables.ts';
import { rewriteQueries, withKeyTables } from './rewritten-queries.ts';

/** Databases with the same rows in tables with and without partitions. */

export const MONTHS = 60;
export const MESSAGES = 3_000_000;
const MESSAGES_OF_EACH = 3;
const PRESSES = MESSAGES / MESSAGES_OF_EACH;

/** ISO 8601, the oldest first. */
export const MONTH_STARTS: readonly string[] = Array.from({ length: MONTHS }, (_, index) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index + 1 - MONTHS, 1)).toISOString();
});
const byTime = (column: string) => ({ column, bounds: MONTH_STARTS.slice(1) });
const byId = (column: string, ids: number) => ({
  column,
  bounds: Array.from({ length: MONTHS - 1 }, (_, index) => Math.round((ids / MONTHS) * (index + 1))),
});
export const ARRANGEMENTS = {
  unpartitioned: {},
  months: {
    button_click: byTime('created_at'),
    delivery: byTime('created_at'),
    message_text: byTime('created_at'),
    delivery_attempt: byTime('at'),
  },
  ids: { message_text: byId('id', PRESSES), delivery_attempt: byId('delivery_id', MESSAGES) },
} satisfies Record<string, Partitionings>;
export type Arrangement = keyof typeof ARRANGEMENTS;

export type Platform = { db: Db; client: pg.Client; url: string; user: { id: number; team_id: number } };
export type Platforms = Record<Arrangement, Platform>;

/** Fills a database; the settings of the server concern only the time of commits and of the preparation. */
export async function fillPlatform(
  name: Arrangement,
  { db, location }: { db: Db; location: DatabaseLocation },
): Promise<Platform> {
  if (location.kind !== 'postgres') throw new Error('not PostgreSQL');
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  for (const setting of ['fsync = off', 'full_page_writes = off', 'autovacuum = off', "max_wal_size = '8GB'"])
    await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.query("set maintenance_work_mem = '512MB'");
  if (name === 'months') rewriteQueries(name, { name, rewrite: withKeyTables });
  const addIndexes = await partitionTables(client, ARRANGEMENTS[name]);
  const days = (Date.now() - Date.parse(MONTH_STARTS[0] ?? '')) / 86_400_000;
  const teamId = await withoutQueryLimit(location, db, async (on) => {
    const id = await insertPresses(on, PRESSES, days);
    await insertMessagesForEachPress(on, MESSAGES_OF_EACH);
    await insertOwnTexts(on);
    return id;
  });
  await addIndexes();
  await db.updateTable('team').set({ daily_email_limit: 1_000_000 }).execute();
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'team_id'])
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return { db, client, url: location.url, user };
}
