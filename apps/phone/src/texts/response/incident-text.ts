import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { texts } from '../texts.ts';
import { timeText, whenText } from '../times.ts';
import { responseTexts } from './response-texts.ts';

export type OwnIncident = NonNullable<OwnSubmission['incident']>;

/** When the person who has it expects to arrive, in milliseconds; null without a promise, and once they have arrived. */
export function expectedAt({ state, acknowledged_at, arrived_at, eta_at }: OwnIncident): number | null {
  const isExpected =
    state !== 'open' && state !== 'closed' && acknowledged_at !== null && arrived_at === null;
  return isExpected && eta_at !== null ? Date.parse(eta_at) : null;
}

/** Who has it, and when they expect to arrive; never more than the server knows. */
export function incidentHeadline(incident: OwnIncident, now = new Date()): string {
  const { state, acknowledged_at, closed_at, eta_at } = incident;
  const name = incident.owner ?? responseTexts.incident.someone;
  if (state === 'closed') {
    return closed_at === null
      ? responseTexts.incident.states.closed
      : responseTexts.incident.closed(whenText(closed_at, now));
  }
  if (state === 'open' && incident.is_unnotified) return texts.history.unnotified;
  if (state === 'open' || acknowledged_at === null) return responseTexts.incident.states[state];
  const expected = expectedAt(incident);
  if (eta_at === null || expected === null) return responseTexts.incident.has(name);
  const time = timeText(eta_at, now);
  return expected < now.getTime()
    ? responseTexts.incident.late(name, time)
    : responseTexts.incident.arriving(name, time);
}

/** What happened since then, newest last. */
export function incidentDetails(incident: OwnIncident, now = new Date()): string[] {
  const { state, owner, on_the_way_at, arrived_at } = incident;
  if (state === 'open') return [];
  return [
    state === 'closed' && owner !== null && responseTexts.incident.hadIt(owner),
    on_the_way_at !== null && responseTexts.incident.onTheWay(whenText(on_the_way_at, now)),
    arrived_at !== null && responseTexts.incident.arrived(whenText(arrived_at, now)),
  ].filter((line) => line !== false);
}

/** "I am safe now"; in a drill it must not look like a real report. */
export function safeTitle(incident: OwnIncident | null): string {
  const { title } = responseTexts.safe;
  return incident?.is_drill ? `${responseTexts.incident.drill} – ${title}` : title;
}
