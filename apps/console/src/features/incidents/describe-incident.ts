import { planRuns, type EscalationRun } from '@callpoint/alerts/escalation/runs';
import { BUTTON_LABELS, isButtonId } from '@callpoint/contract/catalogue';
import type { StepRecipient } from '@callpoint/contract/escalation';
import type { Incident, IncidentDetails } from '@callpoint/contract/incidents';
import { agreedTimeText } from '../../display/timestamp-text.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../texts/incidents.ts';

/** The state of an incident in plain words. */

type Described = Pick<Incident, 'state' | 'owner' | 'outcome'> & Partial<Pick<IncidentDetails, 'events'>>;

/** `Maria Ortiz has it`. The person who is on the way may be someone else than the owner. */
export function stateText({ state, owner, outcome, events = [] }: Described): string {
  if (state === 'open') return texts.openState;
  if (state === 'closed') return texts.closedAs[outcome ?? 'other'];
  const progressed = events.findLast(({ kind }) => kind === 'progressed')?.actor ?? owner;
  const name = (state === 'acknowledged' ? owner : progressed)?.name ?? incidentStateTexts.somebody;
  if (state === 'on_the_way') return texts.onTheWay(name);
  return state === 'arrived' ? texts.arrived(name) : texts.has(name);
}

/** The same with the ETA, while someone is expected. */
export function stateWithEta(incident: Described & Pick<Incident, 'eta_at'>, now: number): string {
  const text = stateText(incident);
  return isExpected(incident) ? incidentStateTexts.withEta(text, agreedTimeText(incident.eta_at, now)) : text;
}

export function isExpected<Of extends Pick<Incident, 'state' | 'eta_at'>>(
  incident: Of,
): incident is Of & { eta_at: string } {
  return incident.eta_at !== null && ['acknowledged', 'on_the_way'].includes(incident.state);
}

export function itemLabel({ button_id: id, is_drill }: Pick<Incident, 'button_id' | 'is_drill'>): string {
  const label = isButtonId(id) ? BUTTON_LABELS[id] : String(id);
  return is_drill ? incidentStateTexts.drillOf(label) : label;
}

/** What happens next, and when, unless someone acknowledges. */
export function nextStepText(incident: IncidentDetails, now: number): string {
  const { state, next_step_at, unanswered_at, is_drill } = incident;
  if (state !== 'open') return texts.stopped;
  if (unanswered_at !== null) {
    const time = agreedTimeText(unanswered_at, now);
    return is_drill ? texts.noStepLeftOfDrill(time) : texts.noStepLeft(time);
  }
  if (next_step_at === null) return texts.stopped;
  const time = agreedTimeText(next_step_at, now);
  const next = planRuns(incident.policy)[incident.run + 1];
  if (!next) return is_drill ? texts.nextEnd(time) : texts.nextAlarm(time);
  const isOne =
    next.to.length === 1 && ['person', 'owner', 'consultancy', 'team'].includes(next.to[0]?.kind ?? '');
  return texts.nextStep(time, recipientsText(next), isOne ? texts.is : texts.are);
}

/** `the safety contacts and Maria Ortiz`. */
export function recipientsText({ to }: Pick<EscalationRun, 'to'>): string {
  const names = to.map(recipientName);
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')}${texts.and}${last}`;
}

function recipientName(recipient: StepRecipient): string {
  return recipient.kind === 'person' ? recipient.name : texts.groups[recipient.kind];
}
