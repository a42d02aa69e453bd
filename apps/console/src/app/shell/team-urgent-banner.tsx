import type { ReactNode } from 'react';
import { TeamBanner } from '../../features/alarms/urgent-banner.tsx';
import { MOST_UNOPENED, useUnopened } from '../../features/submissions/unopened.api.ts';

/** What needs a team's attention on every screen: unopened emergencies, and alarms. */
export function TeamUrgentBanner({ otherwise }: { otherwise: ReactNode }) {
  const unopened = useUnopened();
  return (
    <TeamBanner unopened={unopened} moreUnopened={unopened.length >= MOST_UNOPENED} otherwise={otherwise} />
  );
}
