import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalogue';
import type { Incident, IncidentDetails, IncidentEvent } from '@callpoint/contract/incidents';
import { withEta } from '../../display/eta-text.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../texts/incidents.ts';

/** The state of an incident in plain words. */

type Described = Pick<Incident, 'state' | 'owner' | 'outcome' | 'is_unnotified'> &
  Partial<Pick<IncidentDetails, 'events'>>;

/** `Maria Ortiz has it`. The person who is on the way may be someone else than the owner. */
export function stateText({ state, owner, outcome, is_unnotified, events = [] }: Described): string {
  if (state === 'open') return is_unnotified ? texts.unnotifiedState : texts.openState;
  if (state === 'closed') return texts.closedAs[outcome ?? 'other'];
  const progressed = events.findLast(({ kind }) => kind === 'progressed')?.actor ?? owner;
  const name = (state === 'acknowledged' ? owner : progressed)?.name ?? incidentStateTexts.somebody;
  if (state === 'on_the_way') return texts.onTheWay(name);
  return state === 'arrived' ? texts.arrived(name) : texts.has(name);
}

/** The same with the ETA, while someone is expected. */
export function stateWithEta(incident: Described & Pick<Incident, 'eta_at'>, now: number): string {
  return withEta(stateText(incident), incident, now);
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
