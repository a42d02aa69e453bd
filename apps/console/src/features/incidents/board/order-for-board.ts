import type { Incident } from '@callpoint/contract/incidents';

/** Unanswered incidents first, real ones before drills, and the oldest first among each. */
export function orderForBoard(incidents: readonly Incident[]): Incident[] {
  const rank = ({ state, is_drill }: Incident) => (state === 'open' ? 0 : 2) + (is_drill ? 1 : 0);
  return incidents.toSorted(
    (a, b) => rank(a) - rank(b) || a.opened_at.localeCompare(b.opened_at) || a.id - b.id,
  );
}
