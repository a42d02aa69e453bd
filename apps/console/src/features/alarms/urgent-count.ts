import { createStore } from '../../store/store.ts';
import { useStore } from '../../store/use-store.ts';

/** How many items the bar has now. */
export const urgentCount = createStore(0);

/** How many of them are Lone Worker Emergencies. */
export const urgentEmergencies = createStore(0);

/** How many Lone Worker Emergencies wait for someone. */
export function useUrgentEmergencies(): number {
  return useStore(urgentEmergencies);
}

/** How many open emergencies and unhandled alarms there are. */
export function useUrgentCount(): number {
  return useStore(urgentCount);
}
