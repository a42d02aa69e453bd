import { TeamUrgentBar } from '../../features/alarms/urgent-bar.tsx';
import { MAX_UNOPENED } from '../../features/submissions/unopened-call.ts';
import { useUnopened } from '../../features/submissions/unopened.api.ts';

/** What needs a team's attention on every screen: unopened emergencies, and alarms. */
export function OwnUrgentBar() {
  const unopened = useUnopened();
  return <TeamUrgentBar unopened={unopened} moreUnopened={unopened.length >= MAX_UNOPENED} />;
}
