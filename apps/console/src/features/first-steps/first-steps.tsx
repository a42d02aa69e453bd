import { useState } from 'react';
import { AlertBox } from '../../states/alerts-list.tsx';
import { alerts } from '../../states/alerts.ts';
import { focusPageTitle } from '../../page/page-title.ts';
import { messagesOf } from '../../net/call-error.ts';
import { firstStepTexts } from '../../texts/first-steps.ts';
import { useFirstSteps, useResend, useSay, type Saying } from './first-steps.api.ts';
import { StepList } from './step-list.tsx';

/**
 * What a new subscriber does first, until all is done or it is put away. Nothing stands here before it is known, and
 * nothing where it could not be read: the page below has its own work and its own words.
 * @param props.seen the list was there since the page was opened: that it is over is said then
 */
export function FirstSteps({ seen }: { seen: boolean }) {
  const { data: steps } = useFirstSteps();
  const say = useSay();
  const resend = useResend();
  const [putAway, setPutAway] = useState(false);
  const [busy, setBusy] = useState(false);

  async function tell(what: Saying): Promise<void> {
    setBusy(true);
    setPutAway(what === 'endFirstSteps');
    // What has the focus goes.
    focusPageTitle();
    try {
      await say(what);
    } catch (error) {
      setPutAway(false);
      alerts.error(messagesOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (putAway || steps === undefined) return null;
  if (steps) {
    return <StepList steps={steps} busy={busy} onSay={(what) => void tell(what)} onResend={resend} />;
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
