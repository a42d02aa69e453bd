import type { Db } from '../src/db/tables.ts';
import { findUnnotifiedByAttempt, newestAttempt } from '../src/delivery/watchdog/candidates.ts';
import { raiseAlarms } from '../src/delivery/watchdog/raise-alarm.ts';
import { DAY } from '../src/scheduling/durations.ts';
import { NO_CHANNELS } from '../src/factories/channels.ts';

/** Alarms of submissions of this age, in milliseconds, or less are open; older ones are closed. */
const OPEN_FOR = 7 * DAY;

/** Raises the alarms that the watchdog would have raised. They notify no one. */
export async function createAlarms(db: Db, now: Date): Promise<void> {
  const attempts = { after: 0, until: await newestAttempt(db) };
  const needs = { db, channels: NO_CHANNELS, smsFrom: null, smsCountries: null, publicUrl: null };
  for (const kind of ['button', 'form'] as const) {
    for (;;) {
      const raised = await raiseAlarms(needs, kind, await findUnnotifiedByAttempt[kind](db, attempts), now);
      if (raised.length === 0) break;
    }
  }
  await db
    .updateTable('alarm')
    .set({ closed_at: now.toISOString(), closed_by: 'team' })
    .where('submitted_at', '<', new Date(now.getTime() - OPEN_FOR).toISOString())
    .execute();
}
