import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { Component as DashboardPage } from '../../features/settings/dashboard-page.tsx';

/** Where a subscriber lands: the main screen of its app, and above it what a new one does first. */
export function Component() {
  return <DashboardPage above={<FirstSteps />} />;
}
