import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { ReachabilityCard } from '../../features/reachability/reachability-card.tsx';
import { Component as DashboardPage } from '../../features/settings/dashboard-page.tsx';

/** Where a subscriber lands: the main screen of its app; above it what a new one does first, and who would be told. */
export function Component() {
  return (
    <DashboardPage
      above={
        <>
          <FirstSteps />
          <ReachabilityCard of="self" />
        </>
      }
    />
  );
}
