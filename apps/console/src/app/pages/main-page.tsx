import { lazy, Suspense } from 'react';
import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { Component as DashboardPage } from '../../features/settings/dashboard-page.tsx';
import { reachabilityTexts } from '../../lib/texts/reachability.ts';

/** Comes after the page: it waits for an answer of its own in any case. */
const ReachabilityCard = lazy(async () => {
  try {
    const { ReachabilityCard: Card } = await import('../../features/reachability/reachability-card.tsx');
    return { default: Card };
  } catch {
    return { default: NoCard };
  }
});

/** Where a subscriber lands: the main screen of its app; above it what a new one does first, and who would be told. */
export function Component() {
  return (
    <DashboardPage
      above={
        <>
          <FirstSteps />
          <Suspense fallback={null}>
            <ReachabilityCard of="self" />
          </Suspense>
        </>
      }
    />
  );
}

/** A card that could not be loaded is no reason to lose the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}
