import { lazy, Suspense } from 'react';
import { SubscriberProfilePage } from '../../features/subscriptions/subscriber-profile-page.tsx';
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

/** An administrator's page of one subscriber, with who would be told if one of its users pressed now. */
export function Component() {
  return <SubscriberProfilePage besides={reachOf} />;
}

function reachOf(teamId: number) {
  return (
    <Suspense fallback={null}>
      <ReachabilityCard of={{ teamId }} />
    </Suspense>
  );
}

/** A card that could not be loaded is no reason to lose the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}
