import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalog';
import type { Incident, IncidentDetails, IncidentEvent, Responder } from '@callpoint/contract/incidents';
import { isOverdue, withEta } from '../../display/eta-text.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../texts/incidents.ts';

/** The state of an incident in plain words. */

type Described = Pick<Incident, 'state' | 'owner' | 'outcome' | 'is_unnotified'> &
  Partial<Pick<IncidentDetails, 'events'>>;

/** Who has it, is on the way or has arrived: may be someone else than the owner. */
export function currentResponder({
  state,
  owner,
  events = [],
}: Pick<Described, 'state' | 'owner' | 'events'>): Responder | null {
  const progressed = events.findLast(({ kind }) => kind === 'progressed')?.actor ?? owner;
  return state === 'acknowledged' ? owner : progressed;
}

/** `Maria Ortiz has it`, or `Maria Ortiz is overdue` after the ETA. */
export function stateText(incident: Described & Pick<Incident, 'eta_at'>, now: number): string {
  const { state, outcome, is_unnotified } = incident;
  if (state === 'open') return is_unnotified ? texts.unnotifiedState : texts.openState;
  if (state === 'closed') return texts.closedAs[outcome ?? 'other'];
  const name = currentResponder(incident)?.name ?? incidentStateTexts.somebody;
  if (isOverdue(incident, now)) return incidentStateTexts.overdueOf(name);
  if (state === 'on_the_way') return texts.onTheWay(name);
  return state === 'arrived' ? texts.arrived(name) : texts.has(name);
}

/** The same with the ETA, while someone is expected. */
export function stateWithEta(incident: Described & Pick<Incident, 'eta_at'>, now: number): string {
  return withEta(stateText(incident, now), incident, now);
}

/** Nobody pressed: the server raised the emergency, because a check-in was not answered. */
export function isOfCheckIn({ events }: Pick<IncidentDetails, 'events'>): boolean {
  return events.some((event) => isMissedCheckIn(event));
}

export function isMissedCheckIn({ kind, data }: Pick<IncidentEvent, 'kind' | 'data'>): boolean {
  return kind === 'opened' && data['check_in'] === true;
}

export function itemLabel({ button_id: id, is_drill }: Pick<Incident, 'button_id' | 'is_drill'>): string {
  const label = isButtonId(id) ? BUTTON_LABELS[id] : String(id);
  return is_drill ? incidentStateTexts.drillOf(label) : label;
}
