import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { RaisedAlarm } from '../../delivery/queue/alarm-event.ts';
import { appendEvent } from '../append-event.ts';
import { mailUnanswered, type MailNeeds } from './mail-unanswered.ts';
import { readPress } from '../read-press.ts';
import { saveIn, type IncidentRow } from '../incident-row.ts';

/**
 * No step is left and no one acknowledged: raises an alarm, which every administrator gets by email and which only a
 * person closes. Returns the alarm. A drill raises none, and a deleted press has none.
 */
export async function raiseUnanswered(
  tx: IncidentsDb,
  needs: MailNeeds,
  incident: IncidentRow,
  now: Date,
): Promise<RaisedAlarm | null> {
  const at = now.toISOString();
  await saveIn(tx)(incident.id, { next_run_at: null, unanswered_at: at });
  await appendEvent(tx, incident, { kind: 'unanswered' }, now);
  if (incident.is_drill === 1) return null;
  const { isDeleted } = await readPress(tx, incident, { mapsUrl: '' });
  // An alarm refers to its press. The incident itself stays open and red.
  if (isDeleted) {
    await mailUnanswered(tx, needs, incident, now);
    return null;
  }
  const open = {
    reason: 'unacknowledged',
    raised_at: at,
    closed_at: null,
    closed_by: null,
    admins_mailed_at: null,
  };
  return await tx
    .insertInto('alarm')
    .values({
      team_id: incident.team_id,
      app_user_id: incident.app_user_id,
      button_click_id: incident.button_click_id,
      button_id: incident.button_id,
      submitted_at: incident.opened_at,
      ...open,
    })
    .onConflict((conflict) => conflict.column('button_click_id').doUpdateSet(open))
    .returning(['id', 'team_id', 'button_click_id', 'form_submission_id', 'button_id', 'f_id', 'raised_at'])
    .executeTakeFirstOrThrow();
}
