import { MAX_OPEN, MAX_URGENT } from '@callpoint/contract/frame-queries';
import { TeamUrgentBar } from '../../features/alarms/urgent-bar.tsx';
import { useOpenIncidents } from '../../features/incidents/open-incidents.api.ts';
import { useUnopened } from '../../features/submissions/unopened.api.ts';

/** What needs a team's attention on every screen: open incidents, unopened emergencies, and alarms. */
export function OwnUrgentBar() {
  const unopened = useUnopened();
  const { incidents, error } = useOpenIncidents('/tapi/v1');
  const orMore = unopened.length >= MAX_URGENT || incidents.length >= MAX_OPEN;
  return (
    <TeamUrgentBar unopened={unopened} incidents={incidents} orMore={orMore} isIncomplete={error !== null} />
  );
}
