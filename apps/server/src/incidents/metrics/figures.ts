import type { Durations, IncidentFigures } from '@callpoint/contract/incident-metrics';

/** The times of one incident. `firstSentAt`, `firstDeliveredAt`: of the messages to others than the person who pressed. */
export type MeasuredIncident = {
  opened_at: string;
  acknowledged_at: string | null;
  unanswered_at: string | null;
  closed_at: string | null;
  outcome: string | null;
  first_sent_at: string | null;
  first_delivered_at: string | null;
  /** 1 if no message has notified anyone except the person who pressed, and none is about to. */
  is_unnotified: number;
};

/** Collects incidents and calculates their figures. */
export class FigureCounter {
  #incidents = 0;
  #acknowledged = 0;
  #neverAcknowledged = 0;
  #unnotified = 0;
  #falseAlarms = 0;
  readonly #message: number[] = [];
  readonly #delivery: number[] = [];
  readonly #acknowledgment: number[] = [];

  add(incident: MeasuredIncident): void {
    const { acknowledged_at, unanswered_at, closed_at, outcome } = incident;
    const opened = Date.parse(incident.opened_at);
    this.#incidents += 1;
    if (acknowledged_at !== null) this.#acknowledged += 1;
    else if (closed_at !== null || unanswered_at !== null) this.#neverAcknowledged += 1;
    if (incident.is_unnotified === 1) this.#unnotified += 1;
    if (outcome === 'false_alarm') this.#falseAlarms += 1;
    addDuration(this.#message, opened, incident.first_sent_at);
    addDuration(this.#delivery, opened, incident.first_delivered_at);
    addDuration(this.#acknowledgment, opened, acknowledged_at);
  }

  get figures(): IncidentFigures {
    return {
      incidents: this.#incidents,
      acknowledged: this.#acknowledged,
      never_acknowledged: this.#neverAcknowledged,
      unnotified: this.#unnotified,
      false_alarms: this.#falseAlarms,
      first_message: summarize(this.#message),
      first_delivery: summarize(this.#delivery),
      acknowledgment: summarize(this.#acknowledgment),
    };
  }
}

/** Never less than none: the clocks of two servers, or of a provider, may differ. */
function addDuration(list: number[], opened: number, at: string | null): void {
  if (at !== null) list.push(Math.max(0, Date.parse(at) - opened));
}

function summarize(durations: readonly number[]): Durations {
  if (durations.length === 0) return null;
  const sorted = Float64Array.from(durations).toSorted();
  return {
    count: sorted.length,
    median_ms: nearestRank(sorted, 50),
    p90_ms: nearestRank(sorted, 90),
  };
}

/** The smallest value that at least `percent` of 100 values do not exceed. */
export function nearestRank(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] ?? 0;
}
