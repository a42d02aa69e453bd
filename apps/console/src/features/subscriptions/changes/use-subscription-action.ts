import { useQueryClient } from '@tanstack/react-query';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { explainFailedAction } from '../../../net/call-error.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { returnToPageTitle } from '../../../page/page-title.ts';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';

/**
 * An action that changes a subscription. `problem`: why the last one failed, to show next to its button. After a success
 * the button disappears, so the page's title gets the focus.
 */
export function useSubscriptionAction() {
  const queries = useQueryClient();
  const { busy, run } = useBusy();
  const [problem, setProblem] = useState('');

  /** @param action returns false if the change is not complete yet */
  async function perform(action: () => Promise<boolean | void>): Promise<void> {
    setProblem('');
    try {
      if ((await action()) !== false) {
        alerts.success(TEXTS.updated);
        returnToPageTitle();
      }
    } catch (error) {
      setProblem(explainFailedAction(error).join(' '));
    }
    // Also after a failure: the page may be out of date.
    await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
  }

  return {
    busy,
    problem,
    perform: (action: () => Promise<boolean | void>) => void run(() => perform(action)),
  };
}
