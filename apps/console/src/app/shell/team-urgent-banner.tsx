import type { ReactNode } from 'react';
import { TeamBanner } from '../../features/alarms/urgent-banner.tsx';
import { MAX_UNOPENED, useUnopened } from '../../features/submissions/unopened.api.ts';

/** What needs a team's attention on every screen: unopened emergencies, and alarms. */
export function TeamUrgentBanner({ fallback }: { fallback: ReactNode }) {
  const unopened = useUnopened();
  return (
    <TeamBanner unopened={unopened} moreUnopened={unopened.length >= MAX_UNOPENED} fallback={fallback} />
  );
}
