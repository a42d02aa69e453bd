import { isLeftOutOfDrill, planRuns, type EscalationRun } from '@callpoint/alerts/escalation/runs';
import type { StepRecipient } from '@callpoint/contract/escalation';
import type { IncidentDetails, IncidentMessage } from '@callpoint/contract/incidents';
import { agreedTimeText } from '../../display/timestamp-text.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { incidentTexts as texts } from '../../texts/incidents.ts';

/** What happens next, and when, unless someone acknowledges. */
export function nextStepText(incident: IncidentDetails, now: number): string {
  const { state, next_step_at, unanswered_at, is_drill, is_unnotified } = incident;
  if (state !== 'open') return texts.stopped;
  if (unanswered_at !== null) {
    const time = agreedTimeText(unanswered_at, now);
    if (is_drill) return texts.noStepLeftOfDrill(time);
    return is_unnotified ? texts.noOneReached(time) : texts.noStepLeft(time);
  }
  if (next_step_at === null) return texts.stopped;
  const time = agreedTimeText(next_step_at, now);
  const next = planRuns(incident.policy)[incident.run + 1];
  if (startsEarly(incident)) return next ? texts.nextEarly : texts.endEarly;
  if (!next) return is_drill ? texts.nextEnd(time) : texts.nextAlarm(time);
  const to = is_drill ? next.to.filter((recipient) => !isLeftOutOfDrill(recipient)) : next.to;
  if (to.length === 0) return texts.nextLeftOut(time);
  const isOne = to.length === 1 && ['person', 'owner', 'consultancy', 'team'].includes(to[0]?.kind ?? '');
  // The page does not know whether the subscriber has turned the consultancy on, which is off at first.
  const names = to.map((one) => (one.kind === 'consultancy' ? texts.consultancyIfOn : recipientName(one)));
  const upcoming = incident.upcoming.find(({ run }) => run === next.run);
  if (upcoming && upcoming.by.length === 0) {
    const isLast = incident.upcoming.every(({ by }) => by.length === 0);
    return (isLast ? texts.noneReachable : texts.nextUnreachable)(time, upcoming.problem);
  }
  const by = next.by.filter((channel) => upcoming?.by.includes(channel) ?? true);
  const how = listText(by.map((channel) => deliveryTexts.filterChannel[channel]));
  return texts.nextStep(time, listText(names), isOne ? texts.is : texts.are, how);
}

const WAITING = new Set<IncidentMessage['state']>(['pending', 'sending']);

/** The server does not wait for the next step: no message has reached anyone, and none still can. */
export function startsEarly({ state, is_unnotified, next_step_at, messages }: IncidentDetails): boolean {
  if (state !== 'open' || !is_unnotified || next_step_at === null) return false;
  return !messages.some(({ run, role, ...one }) => run !== null && role !== 'user' && WAITING.has(one.state));
}

/** `the safety contacts and Maria Ortiz`. */
export function recipientsText({ to }: Pick<EscalationRun, 'to'>): string {
  return listText(to.map(recipientName));
}

function listText(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')}${texts.and}${last}`;
}

function recipientName(recipient: StepRecipient): string {
  return recipient.kind === 'person' ? recipient.name : texts.groups[recipient.kind];
}
