import { useEffect, useState, type ComponentType } from 'react';
import { useFirstSteps } from '../../features/first-steps/first-steps.api.ts';
import { useReachability, type ReachOf } from '../../features/reachability/reachability.api.ts';
import { DashboardPage } from '../../features/settings/dashboard-page.tsx';
import { reachabilityTexts } from '../../texts/reachability.ts';
import { settingsSlots } from './settings-slots.ts';

type Above = {
  FirstSteps: ComponentType<{ seen: boolean }>;
  Card: ComponentType<{ of: ReachOf }>;
};

/** Both are fetched while their data is: the page does not need their code to start. */
async function loadAbove(): Promise<Above> {
  const [steps, card] = await Promise.allSettled([
    import('../../features/first-steps/first-steps.tsx'),
    import('../../features/reachability/reachability-card.tsx'),
  ]);
  return {
    FirstSteps: steps.status === 'fulfilled' ? steps.value.FirstSteps : Nothing,
    Card: card.status === 'fulfilled' ? card.value.ReachabilityCard : NoCard,
  };
}

/** Where a subscriber lands: the main screen of its app; above it what a new one does first, and who would be told. */
export function Component() {
  const steps = useFirstSteps();
  // Here, as what stands above waits for its answers, and the last step may be ticked by one of them.
  const [seen, setSeen] = useState(false);
  if (steps.data && !seen) setSeen(true);
  const reach = useReachability('self');
  const [above, setAbove] = useState<Above | null>(null);
  useEffect(() => {
    void loadAbove().then(setAbove);
  }, []);
  return (
    <DashboardPage
      slots={settingsSlots}
      waiting={steps.isPending || reach.isPending || above === null}
      above={
        above && (
          <>
            <above.FirstSteps seen={seen} />
            <above.Card of="self" />
          </>
        )
      }
    />
  );
}

/** A card that could not be loaded is no reason to lose the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}

function Nothing() {
  return null;
}
