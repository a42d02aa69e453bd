import type { Incident } from '@callpoint/contract/incidents';

/** Red belongs to `unanswered` alone. */
export type Tone = 'unanswered' | 'answered' | 'closed';

export function toneOf({ state }: Pick<Incident, 'state'>): Tone {
  if (state === 'open') return 'unanswered';
  return state === 'closed' ? 'closed' : 'answered';
}
