import type { IncidentState } from '@callpoint/contract/incident-states';
import { incidentStateTexts as texts } from '../texts/incident-states.ts';
import { agreedTimeText, relativeText } from './timestamp-text.ts';

interface WithEta {
  state: IncidentState;
  eta_at: string | null;
}

/**
 * `ETA 9:25 AM`, or `was expected at 9:25 AM, 7 minutes ago` after that time; undefined if no one is expected.
 * @param now in milliseconds since 1970
 */
export function etaText({ state, eta_at }: WithEta, now: number): string | undefined {
  if (eta_at === null || (state !== 'acknowledged' && state !== 'on_the_way')) return undefined;
  const time = agreedTimeText(eta_at, now);
  return isPast(eta_at, now) ? texts.pastEta(time, relativeText(eta_at, now)) : texts.eta(time);
}

/** `Maria Ortiz has it, ETA 9:25 AM`; only the text if no one is expected. */
export function withEta(text: string, incident: WithEta, now: number): string {
  const eta = etaText(incident, now);
  return eta === undefined ? text : texts.withEta(text, eta);
}

/** Someone said when they would be there, and has not arrived since. */
export function isOverdue(incident: WithEta, now: number): boolean {
  return etaText(incident, now) !== undefined && isPast(incident.eta_at, now);
}

function isPast(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) < now;
}
