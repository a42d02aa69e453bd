import { useEffect, useState, type ComponentType } from 'react';
import { useFirstSteps } from '../../features/first-steps/first-steps.api.ts';
import { useReachability, type ReachabilityTarget } from '../../features/reachability/reachability.api.ts';
import { DashboardPage } from '../../features/settings/dashboard-page.tsx';
import { reachabilityTexts } from '../../texts/reachability.ts';
import { settingsSlots } from './settings-slots.ts';

type Above = {
  FirstSteps: ComponentType<{ seen: boolean }>;
  Card: ComponentType<{ of: ReachabilityTarget }>;
};

/** Both load while their data is read: the page can start without their code. */
async function loadAbove(): Promise<Above> {
  const [steps, card] = await Promise.allSettled([
    import('../../features/first-steps/first-steps.tsx'),
    import('../../features/reachability/reachability-card.tsx'),
  ]);
  return {
    FirstSteps: steps.status === 'fulfilled' ? steps.value.FirstStepsCard : Nothing,
    Card: card.status === 'fulfilled' ? card.value.ReachabilityCard : NoCard,
  };
}

/** A subscriber's start page: the main screen of its app; above it the first steps and who would be notified. */
export function Component() {
  const steps = useFirstSteps();
  // Read here, because the content above waits for these responses, and one of them may complete the last step.
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

/** A card that fails to load must not break the page. */
function NoCard() {
  return <p>{reachabilityTexts.readFailed}</p>;
}

function Nothing() {
  return null;
}
