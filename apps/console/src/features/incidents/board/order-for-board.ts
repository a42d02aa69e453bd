import type { Incident } from '@callpoint/contract/incidents';
import { isOverdue } from '../../../display/eta-text.ts';

/**
 * Unanswered incidents first, then those whose responder is overdue; real ones before drills, and the oldest first among
 * each.
 * @param now in milliseconds since 1970
 */
export function orderForBoard(incidents: readonly Incident[], now: number): Incident[] {
  const rank = (incident: Incident) =>
    (incident.state === 'open' ? 0 : isOverdue(incident, now) ? 2 : 4) + (incident.is_drill ? 1 : 0);
  return incidents.toSorted(
    (a, b) => rank(a) - rank(b) || a.opened_at.localeCompare(b.opened_at) || a.id - b.id,
  );
}
