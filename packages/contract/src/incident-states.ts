/** In their order; `on_the_way` and `arrived` may be skipped. */
export const INCIDENT_STATES = ['open', 'acknowledged', 'on_the_way', 'arrived', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const INCIDENT_OUTCOMES = ['helped', 'false_alarm', 'drill', 'other'] as const;
export type IncidentOutcome = (typeof INCIDENT_OUTCOMES)[number];

/** A drill was a drill; a real press was none. */
export function possibleOutcomes(isDrill: boolean): IncidentOutcome[] {
  return isDrill ? ['drill', 'other'] : ['helped', 'false_alarm', 'other'];
}

export const INCIDENT_LIMITS = {
  note: 2000,
  /** Minutes. */
  eta: 600,
  /** Answers of one person over one channel. */
  answers: 100,
  /** Notes of one incident. */
  notes: 200,
  /** Milliseconds for which a personal link is valid after the incident was closed. */
  linkAfterClose: 48 * 3_600_000,
};
