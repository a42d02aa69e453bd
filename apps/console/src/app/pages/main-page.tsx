import { useState } from 'react';
import { FirstStepsCard } from '../../features/first-steps/first-steps.tsx';
import { useFirstSteps } from '../../features/first-steps/first-steps.api.ts';
import { useReachability } from '../../features/reachability/reachability.api.ts';
import { ReachabilityCard } from '../../features/reachability/reachability-card.tsx';
import { Page } from '../../page/page.tsx';
import { InView } from '../../states/in-view.tsx';
import { lazyPart } from '../../states/lazy-part.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { dashboardTexts as texts } from '../../texts/dashboard.ts';
import { DeviceAlertsCard } from './device-alerts-card.tsx';

/** Below the first view; with the code of all fields it is the largest part of the page. */
const DashboardSettings = lazyPart(async () => (await import('./dashboard-settings.tsx')).DashboardSettings, {
  instead: texts.settingsFailed,
});

/** A subscriber's start page: the first steps, who would be notified, and the main screen of its app. */
export function Component() {
  const steps = useFirstSteps();
  // Read here, because the page waits for these responses, and one of them may complete the last step.
  const [seen, setSeen] = useState(false);
  if (steps.data && !seen) setSeen(true);
  const reach = useReachability('self');
  // Nothing may move under a finger: everything above the settings appears together, before them.
  const [shown, setShown] = useState(false);
  // Once: a part that retries a failed read is pending again, and would be replaced before its response arrives.
  if (!shown && !steps.isPending && !reach.isPending) setShown(true);
  return (
    <Page title={texts.title} description={texts.description}>
      {shown ? (
        <>
          <FirstStepsCard steps={steps.data} seen={seen} />
          <ReachabilityCard of="self" />
          <DeviceAlertsCard />
          <InView>
            <DashboardSettings />
          </InView>
        </>
      ) : (
        <SkeletonForm fields={8} />
      )}
    </Page>
  );
}
