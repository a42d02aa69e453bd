import type { Incident } from '@callpoint/contract/incidents';
import { isOverdue } from '../../display/eta-text.ts';

/**
 * Red belongs to `unanswered` alone; `drill` is a drill that no one has acknowledged. `overdue`: the person who has it is
 * not there in time.
 */
export type Tone = 'unanswered' | 'drill' | 'overdue' | 'answered' | 'closed';

/** @param now in milliseconds since 1970 */
export function toneOf(
  { state, eta_at, is_drill }: Pick<Incident, 'state' | 'eta_at' | 'is_drill'>,
  now: number,
): Tone {
  if (state === 'open') return is_drill ? 'drill' : 'unanswered';
  if (isOverdue({ state, eta_at }, now)) return 'overdue';
  return state === 'closed' ? 'closed' : 'answered';
}
