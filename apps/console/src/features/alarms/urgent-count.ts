import { createStore } from '../../store/store.ts';
import { useStore } from '../../store/use-store.ts';

/** How many items the bar has now. */
export const urgentCount = createStore(0);

/** How many open emergencies and unhandled alarms there are. */
export function useUrgentCount(): number {
  return useStore(urgentCount);
}
