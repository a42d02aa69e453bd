import type { FirstSteps } from '@callpoint/contract/first-steps';
import { useState } from 'react';
import { AlertBox } from '../../states/alerts-list.tsx';
import { alerts } from '../../states/alerts.ts';
import { useBusy } from '../../states/use-busy.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { firstStepTexts } from '../../texts/first-steps.ts';
import { useResendConfirmation, useFirstStepAction, type FirstStepAction } from './first-steps.api.ts';
import { StepList } from './step-list.tsx';

interface FirstStepsCardProps {
  steps: FirstSteps | null | undefined;
  seen: boolean;
}

/**
 * The first steps of a new subscriber, until all are done or the list is closed. Nothing is shown until it is read, or
 * if it could not be read: the page below works without it.
 * @param props.steps null when the list is closed, undefined if it is not read
 * @param props.seen the list was shown since the page was opened: then its end is shown, too
 */
export function FirstStepsCard({ steps, seen }: FirstStepsCardProps) {
  const send = useFirstStepAction();
  const resend = useResendConfirmation();
  const [isHidden, setIsHidden] = useState(false);
  const { busy, run } = useBusy();

  async function act(action: FirstStepAction): Promise<void> {
    setIsHidden(action === 'endFirstSteps');
    // The focused element disappears.
    focusPageTitle();
    try {
      await send(action);
    } catch (error) {
      setIsHidden(false);
      alerts.error(explainFailedAction(error));
    }
  }

  if (isHidden || steps === undefined) return null;
  if (steps) {
    return (
      <StepList
        steps={steps}
        busy={busy}
        onAction={(action) => void run(() => act(action))}
        onResend={resend}
      />
    );
  }
  if (!seen) return null;
  return (
    <output>
      <AlertBox kind="success">
        <p>{firstStepTexts.allDone}</p>
      </AlertBox>
    </output>
  );
}
