import { BUTTON_LABELS, type ButtonId } from '@callpoint/contract/catalog';
import { readPolicy } from '@callpoint/contract/escalation';
import type { IncidentState } from '@callpoint/contract/incident-states';
import type { Responder } from '@callpoint/contract/incidents';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { isEscalating, isOwnedBy, ownerOf, type IncidentRow } from '../../incidents/incident-row.ts';
import type { LinkedResponder } from '../../incidents/answers/links.ts';
import { phoneOf } from '../../incidents/answers/responder.ts';
import { readPress, type IncidentPress } from '../../incidents/read-press.ts';
import { readAnswer, readOthers, type Answer, type Recipient } from './respond-recipients.ts';

/** What the page behind a personal link shows. */
export type RespondData = {
  label: string;
  isDrill: boolean;
  state: IncidentState;
  press: IncidentPress;
  /** The time zone of the subscriber. */
  zone: string;
  owner: Responder | null;
  etaAt: string | null;
  onTheWayAt: string | null;
  arrivedAt: string | null;
  safeAt: string | null;
  safeReason: string;
  closedAt: string | null;
  outcome: string | null;
  procedure: string;
  /** The answer of the person who opened the page, and whether they own the incident. */
  answer: Answer | null;
  isOwner: boolean;
  /** Further people are notified if no one acknowledges. */
  continues: boolean;
  others: Recipient[];
};

export async function readRespondData(
  db: IncidentsDb,
  { responder, incident }: LinkedResponder,
  { mapsUrl }: { mapsUrl: string },
): Promise<RespondData> {
  const owner = ownerOf(incident);
  const team = await db
    .selectFrom('team')
    .select('time_zone')
    .where('id', '=', incident.team_id)
    .executeTakeFirst();
  return {
    label: BUTTON_LABELS[incident.button_id as ButtonId],
    isDrill: incident.is_drill === 1,
    state: incident.state as IncidentState,
    press: await readPress(db, incident, { mapsUrl }),
    zone: team?.time_zone ?? DEFAULT_ZONE,
    owner,
    etaAt: incident.eta_at,
    onTheWayAt: incident.on_the_way_at,
    arrivedAt: incident.arrived_at,
    safeAt: incident.safe_at,
    safeReason: await readSafeReason(db, incident),
    closedAt: incident.closed_at,
    outcome: incident.outcome,
    procedure: readPolicy(incident.button_id as ButtonId, incident.policy).procedure,
    answer: await readAnswer(db, responder),
    isOwner: isOwnedBy(incident, phoneOf(responder), responder.person),
    continues: isEscalating(incident),
    others: await readOthers(db, { responder, incident }),
  };
}

/** What the person wrote when they reported that they are safe. */
async function readSafeReason(db: IncidentsDb, { id, safe_at }: IncidentRow): Promise<string> {
  if (safe_at === null) return '';
  const event = await db
    .selectFrom('incident_event')
    .select('data')
    .where('incident_id', '=', id)
    .where('kind', '=', 'safe')
    .executeTakeFirst();
  return (JSON.parse(event?.data ?? '{}') as { reason?: string }).reason ?? '';
}
