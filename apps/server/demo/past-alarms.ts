import type { Db } from '../src/db/tables.ts';
import { findGivenUp, newestAttempt } from '../src/delivery/watchdog/candidates.ts';
import { raiseAlarms } from '../src/delivery/watchdog/raise-alarm.ts';
import { daysBefore } from './days.ts';

/** Somebody has seen to every submission of which nobody was told, but for those of the last so many days. */
const OPEN_FOR = 7;
const NO_CHANNELS = { email: false, sms: false };

/** The alarms of the past, as the watch over the deliveries would have raised them; they tell nobody any more. */
export async function makePastAlarms(db: Db, now: Date): Promise<void> {
  const attempts = { after: 0, until: await newestAttempt(db) };
  const needs = { db, channels: NO_CHANNELS, smsFrom: null, smsCountries: null, publicUrl: null };
  for (const kind of ['button', 'form'] as const) {
    for (;;) {
      const raised = await raiseAlarms(needs, kind, await findGivenUp[kind](db, attempts), now);
      if (raised.length === 0) break;
    }
  }
  await db
    .updateTable('alarm')
    .set({ closed_at: now.toISOString(), closed_by: 'team' })
    .where('submitted_at', '<', daysBefore(now, OPEN_FOR).toISOString())
    .execute();
}
