import { sql } from 'kysely';
import { runInSteps } from '../db/in-steps.ts';
import type { Db } from '../db/tables.ts';
import { DAY } from '../scheduling/durations.ts';

/** How long check-ins are stored: phones show the newest one. */
const RETAINED = 30 * DAY;
/** Check-ins of one step: few enough not to delay a press. */
export const CHECK_IN_DELETION_BATCH = 200;

/**
 * Deletes check-ins that ended or were raised long ago, until none is left or `stopping` is aborted. The press that was raised
 * is a record of its own.
 */
export async function deleteOldCheckIns(db: Db, stopping: AbortSignal, now = new Date()): Promise<void> {
  await runInSteps(() => deleteSomeOldCheckIns(db, now), stopping);
}

/**
 * Deletes old check-ins in one small step, oldest first. It reads no newer ones than those of the step: the time of a check-in
 * has no index, but its id is in the same order. Returns the number of check-ins: call it again until it returns 0.
 */
export async function deleteSomeOldCheckIns(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETAINED).toISOString();
  const oldest = await db
    .selectFrom('check_in')
    .select(['id', 'created_at'])
    .where('state', '!=', sql.lit('active'))
    .orderBy('id')
    .limit(CHECK_IN_DELETION_BATCH)
    .execute();
  const old = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id);
  if (old.length === 0) return 0;
  await db.deleteFrom('check_in').where('id', 'in', old).execute();
  return old.length;
}
