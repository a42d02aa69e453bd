import type { IncidentOutcome } from '@callpoint/contract/incident-states';
import { useQueryClient } from '@tanstack/react-query';
import { refetch } from '../../live/refetch.ts';
import { api } from '../../net/api.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { INCIDENTS } from '../../net/query-keys.ts';
import { alerts } from '../../states/alerts.ts';
import { useBusy } from '../../states/use-busy.ts';
import type { IncidentBase } from './incident-changes.ts';

/** The changes of one incident. Each reads it again afterwards, also after a rejection: someone else may have been first. */
export function useIncidentActions(base: IncidentBase, id: number) {
  const queries = useQueryClient();
  const { busy, run } = useBusy();

  async function change<Result>(call: () => Promise<Result>): Promise<Result | null> {
    alerts.clear();
    return await run(async () => {
      try {
        return await call();
      } catch (error) {
        alerts.error(explainFailedAction(error));
        return null;
      } finally {
        await refetch(queries, INCIDENTS);
      }
    });
  }

  return {
    busy,
    /** Null if it failed. The response names the owner, who may be someone else. */
    answer: (answer: 'have' | 'cannot', etaMinutes: number | null = null) =>
      change(() => api.post(`${base}/answer/incident`, { id, answer, eta_minutes: etaMinutes })),
    progress: (state: 'on_the_way' | 'arrived') =>
      change(() => api.post(`${base}/progress/incident`, { id, state })),
    close: (outcome: IncidentOutcome, note: string) =>
      change(() => api.post(`${base}/close/incident`, { id, outcome, note })),
    addNote: (text: string) => change(() => api.post(`${base}/note/incident`, { id, text })),
  };
}
