import type { Responder } from '@callpoint/contract/incidents';
import { INCIDENT_LIMITS, possibleOutcomes, type IncidentOutcome } from '@callpoint/contract/incident-states';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { RaisedAlarm } from '../../delivery/queue/alarm-event.ts';
import { recordAnswer } from './answer.ts';
import { appendEvent } from '../append-event.ts';
import { closeAlarm } from '../close-alarm.ts';
import { identifyResponders } from './identify-responders.ts';
import { isOwnedBy, lockIncident, type IncidentRow, type SaveIncident } from '../incident-row.ts';

/** What people do after an incident was acknowledged. Each change runs in the caller's transaction. */

/**
 * `missing`, `closed`, `full`, `often`, `taken` (someone else has it), `outcome` (not possible for a drill, or only for one): nothing
 * was changed. `changesOwner`: the change gave the incident to the person. `closedAlarms`: those that it closed.
 */
export type FollowUpResult =
  | { incident: IncidentRow; changesOwner: boolean; closedAlarms: readonly RaisedAlarm[] }
  | 'missing'
  | 'closed'
  | 'full'
  | 'often'
  | 'taken'
  | 'outcome';

/** What people read if someone else has the incident. */
export const SOMEONE_ELSE = 'Someone else has it.';
/** What people read about an outcome that is not possible. */
export const WRONG_OUTCOME = 'A drill ends as drill or other, and a real incident never as drill.';

/** The owner is on the way, or has arrived. If no one has the incident, the person acknowledges it with this. */
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
  const changesOwner = incident.owner === null;
  if (!changesOwner && !isOwnedBy(incident, responder.phone, person)) return 'taken';
  const unchanged = { incident, changesOwner: false, closedAlarms: [] };
  if (incident.state === state || incident.state === 'arrived') return unchanged;
  const answered = changesOwner
    ? await recordAnswer(tx, save, { incidentId, answer: 'have', responder, person, responderId: null }, now)
    : unchanged;
  if (typeof answered !== 'object') return answered;
  await save(incidentId, { state, [`${state}_at`]: now.toISOString() });
  await appendEvent(tx, incident, { kind: 'progressed', actor: responder, data: { state } }, now);
  return { incident, changesOwner, closedAlarms: answered.closedAlarms };
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
  if (!possibleOutcomes(incident.is_drill === 1).includes(outcome)) return 'outcome';
  const at = now.toISOString();
  // Later the addresses may belong to others.
  await identifyResponders(tx, { incident_id: incidentId, team_id: incident.team_id });
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
  return { incident, changesOwner: false, closedAlarms };
}

/** A note that was added: the id of its event. */
export type AddedNote = { incident: IncidentRow; eventId: number };

/** Adds a note, also after the incident was closed. */
export async function addNote(
  tx: IncidentsDb,
  { incidentId, text, responder }: { incidentId: number; text: string; responder: Responder },
  now: Date,
): Promise<AddedNote | 'missing' | 'full'> {
  const incident = await lockIncident(tx, incidentId);
  if (!incident) return 'missing';
  const { notes } = await tx
    .selectFrom('incident_event')
    .select(({ fn }) => fn.countAll<number | string>().as('notes'))
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'note')
    .executeTakeFirstOrThrow();
  if (Number(notes) >= INCIDENT_LIMITS.notes) return 'full';
  const eventId = await appendEvent(tx, incident, { kind: 'note', actor: responder, data: { text } }, now);
  return { incident, eventId };
}
