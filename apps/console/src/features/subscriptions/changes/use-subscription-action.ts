import { useQueryClient } from '@tanstack/react-query';
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

  /** @param action returns the message to show, or false if the change is not complete yet */
  async function perform(action: () => Promise<string | false>): Promise<void> {
    setProblem('');
    try {
      const message = await action();
      if (message !== false) {
        alerts.success(message);
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
    perform: (action: () => Promise<string | false>) => void run(() => perform(action)),
  };
}
