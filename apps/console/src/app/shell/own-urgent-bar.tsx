import { MAX_URGENT } from '@callpoint/contract/frame-queries';
import { TeamUrgentBar } from '../../features/alarms/urgent-bar.tsx';
import { useUnopened } from '../../features/submissions/unopened.api.ts';

/** What needs a team's attention on every screen: unopened emergencies, and alarms. */
export function OwnUrgentBar() {
  const unopened = useUnopened();
  return <TeamUrgentBar unopened={unopened} moreUnopened={unopened.length >= MAX_URGENT} />;
}
