import type { Db } from '../db/tables.ts';
import { DAY } from '../scheduling/durations.ts';

/** How long check-ins are stored: phones show the newest one. */
const RETAINED = 30 * DAY;

/** Deletes check-ins that ended or were raised long ago. The press that was raised is a record of its own. */
export async function deleteOldCheckIns(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('check_in')
    .where('state', '!=', 'active')
    .where('created_at', '<', new Date(now.getTime() - RETAINED).toISOString())
    .execute();
}
