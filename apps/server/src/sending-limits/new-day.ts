import { sql } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import { rawDb } from '../db/handles/handle.ts';
import type { PlatformDb } from '../db/handles/platform.ts';
import { prepared } from '../db/queries/prepared.ts';
import { markReachability } from '../db/reachability-marks.ts';
import type { Db } from '../db/tables.ts';
import { toUtcDay } from './usage-store.ts';

/** Counters of one transaction. */
const BATCH_SIZE = 200;

const findNear = prepared<{ day: string }, { team_id: number; channel: string }>(
  (db, param) => sql<{ team_id: number; channel: string }>`
    select team_id, channel from sending_usage where is_near = 1 and day < ${param('day')}
    order by team_id, channel limit ${sql.lit(BATCH_SIZE)}
    ${getDialect(db).lock('no key update')}`,
);

const clearNear = prepared<{ teamId: number; channel: string }, never>((db, param) =>
  db
    .updateTable('sending_usage')
    .set({ is_near: 0 })
    .where('team_id', '=', param('teamId'))
    .where('channel', '=', param('channel')),
);

/** Marks the subscribers whose reachability depended on yesterday's usage. The new day (UTC) has none yet. */
export async function markReachabilityForNewDay(on: Db | PlatformDb, now: Date): Promise<void> {
  const db = rawDb(on);
  const day = toUtcDay(now);
  let found: number;
  do {
    found = await db.transaction().execute(async (tx) => {
      const near = await findNear(tx, { day });
      for (const { team_id: teamId, channel } of near) await clearNear(tx, { teamId, channel });
      for (const teamId of new Set(near.map(({ team_id }) => team_id))) await markReachability(tx, teamId);
      return near.length;
    });
  } while (found === BATCH_SIZE);
}
