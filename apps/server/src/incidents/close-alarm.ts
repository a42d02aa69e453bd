import type { IncidentsDb } from '../db/handles/incidents.ts';
import type { RaisedAlarm } from '../delivery/queue/alarm-event.ts';
import type { IncidentRow } from './incident-row.ts';

/**
 * Closes the open alarm of an incident's press in the caller's transaction: someone has the incident, so “no one was
 * notified” is no longer true. `unacknowledged`: also the alarm that no one acknowledged it, which only a person closes.
 * Returns the closed alarms, for the event.
 */
export async function closeAlarm(
  tx: IncidentsDb,
  { button_click_id }: Pick<IncidentRow, 'button_click_id'>,
  { by, unacknowledged }: { by: 'admin' | 'team' | 'system'; unacknowledged: boolean },
  now: Date,
): Promise<RaisedAlarm[]> {
  const update = tx
    .updateTable('alarm')
    .set({ closed_at: now.toISOString(), closed_by: by })
    .where('button_click_id', '=', button_click_id)
    .where('closed_at', 'is', null);
  return await (unacknowledged ? update : update.where('reason', '<>', 'unacknowledged'))
    .returning(['id', 'team_id', 'button_click_id', 'form_submission_id', 'button_id', 'f_id', 'raised_at'])
    .execute();
}
