/** In their order; `on_the_way` and `arrived` may be skipped. */
export const INCIDENT_STATES = ['open', 'acknowledged', 'on_the_way', 'arrived', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
