import { AdminUrgentBar } from '../../features/alarms/urgent-bar.tsx';
import { useExpectedIncidents } from '../../features/incidents/open-incidents.api.ts';

/** What needs an administrator's attention on every screen: alarms, and emergencies whose responder is overdue. */
export function AllUrgentBar() {
  const { incidents, error } = useExpectedIncidents();
  return <AdminUrgentBar expected={incidents} isIncomplete={error !== null} />;
}
