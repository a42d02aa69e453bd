import { useEffect, useState, type ComponentType } from 'react';
import { useFirstSteps } from '../../features/first-steps/first-steps.api.ts';
import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { useReachability, type ReachOf } from '../../features/reachability/reachability.api.ts';
import { Component as DashboardPage } from '../../features/settings/dashboard-page.tsx';
import { reachabilityTexts } from '../../lib/texts/reachability.ts';

type Card = ComponentType<{ of: ReachOf }>;

/** Is fetched while its answer is: it is no part of what the page needs to begin with. */
async function loadCard(): Promise<Card> {
  try {
    return (await import('../../features/reachability/reachability-card.tsx')).ReachabilityCard;
  } catch {
    return NoCard;
  }
}

/** Where a subscriber lands: the main screen of its app; above it what a new one does first, and who would be told. */
export function Component() {
  const steps = useFirstSteps();
  // Here, as what stands above waits for its answers, and the last step may be ticked by one of them.
  const [seen, setSeen] = useState(false);
  if (steps.data && !seen) setSeen(true);
  const reach = useReachability('self');
  const [Card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    void loadCard().then((card) => setCard(() => card));
  }, []);
  return (
    <DashboardPage
      waiting={steps.isPending || reach.isPending || Card === null}
      above={
        <>
          <FirstSteps seen={seen} />
          {Card && <Card of="self" />}
        </>
      }
    />
  );
}

/** A card that could not be loaded is no reason to lose the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}
