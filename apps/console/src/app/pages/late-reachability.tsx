import { lazy, Suspense } from 'react';
import type { ReachOf } from '../../features/reachability/reachability.api.ts';
import { reachabilityTexts } from '../../lib/texts/reachability.ts';

/** Comes after its page: it waits for an answer of its own in any case. */
const Card = lazy(async () => {
  try {
    const { ReachabilityCard } = await import('../../features/reachability/reachability-card.tsx');
    return { default: ReachabilityCard };
  } catch {
    return { default: NoCard };
  }
});

export function LateReachability({ of }: { of: ReachOf }) {
  return (
    <Suspense fallback={null}>
      <Card of={of} />
    </Suspense>
  );
}

/** A card that could not be loaded is no reason to lose the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}
