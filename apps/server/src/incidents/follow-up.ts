import type { Responder } from '@callpoint/contract/incidents';
import { INCIDENT_LIMITS, type IncidentOutcome } from '@callpoint/contract/incident-states';
import type { IncidentsDb } from '../db/incidents.ts';
import type { RaisedAlarm } from '../delivery/queue/alarm-event.ts';
import { appendEvent } from './append-event.ts';
import { closeAlarm } from './close-alarm.ts';
import { lockIncident, storedOwner, type IncidentRow, type SaveIncident } from './incident-row.ts';

/** What people do after an incident was acknowledged. Each change runs in the caller's transaction. */

/** `missing`, `closed`, `full`: nothing was changed. `closedAlarms`: those that the change closed. */
export type FollowUpResult =
  | { incident: IncidentRow; closedAlarms: readonly RaisedAlarm[] }
  | 'missing'
  | 'closed'
  | 'full';

/** Someone is on the way, or has arrived. The escalation stops as by an acknowledgment, if no one acknowledged before. */
export async function recordProgress(
  tx: IncidentsDb,
  save: SaveIncident,
  {
    incidentId,
    state,
    responder,
    person,
  }: { incidentId: number; state: 'on_the_way' | 'arrived'; responder: Responder; person: string },
  now: Date,
): Promise<FollowUpResult> {
  const incident = await lockIncident(tx, incidentId);
  if (!incident) return 'missing';
  if (incident.closed_at !== null) return 'closed';
  if (incident.state === state || incident.state === 'arrived') return { incident, closedAlarms: [] };
  const at = now.toISOString();
  await save(incidentId, {
    state,
    [`${state}_at`]: at,
    ...(incident.owner === null && {
      owner: storedOwner(responder, person),
      acknowledged_at: at,
      next_run_at: null,
    }),
  });
  await appendEvent(tx, incident, { kind: 'progressed', actor: responder, data: { state } }, now);
  const closedAlarms = await closeAlarm(tx, incident, { by: 'system', unacknowledged: false }, now);
  return { incident, closedAlarms };
}

/** Closes an incident, and the alarm about it. */
export async function closeIncident(
  tx: IncidentsDb,
  save: SaveIncident,
  {
    incidentId,
    outcome,
    note,
    responder,
    closedBy,
  }: {
    incidentId: number;
    outcome: IncidentOutcome;
    note: string;
    responder: Responder;
    /** Who closes the alarm. */
    closedBy: 'admin' | 'team';
  },
  now: Date,
): Promise<FollowUpResult> {
  const incident = await lockIncident(tx, incidentId);
  if (!incident) return 'missing';
  if (incident.closed_at !== null) return 'closed';
  const at = now.toISOString();
  await save(incidentId, {
    state: 'closed',
    outcome,
    note,
    closed_at: at,
    closed_by: JSON.stringify(responder),
    next_run_at: null,
  });
  await appendEvent(tx, incident, { kind: 'closed', actor: responder, data: { outcome, note } }, now);
  const closedAlarms = await closeAlarm(tx, incident, { by: closedBy, unacknowledged: true }, now);
  return { incident, closedAlarms };
}

/** Adds a note, also after the incident was closed. */
export async function addNote(
  tx: IncidentsDb,
  { incidentId, text, responder }: { incidentId: number; text: string; responder: Responder },
  now: Date,
): Promise<FollowUpResult> {
  const incident = await lockIncident(tx, incidentId);
  if (!incident) return 'missing';
  const { notes } = await tx
    .selectFrom('incident_event')
    .select(({ fn }) => fn.countAll<number | string>().as('notes'))
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'note')
    .executeTakeFirstOrThrow();
  if (Number(notes) >= INCIDENT_LIMITS.notes) return 'full';
  await appendEvent(tx, incident, { kind: 'note', actor: responder, data: { text } }, now);
  return { incident, closedAlarms: [] };
}
