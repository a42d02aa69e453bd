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

  /** Throws if it failed. */
  async function send<Result>(call: () => Promise<Result>): Promise<Result> {
    alerts.clear();
    return await run(async () => {
      try {
        return await call();
      } finally {
        await refetch(queries, INCIDENTS);
      }
    });
  }

  async function change<Result>(call: () => Promise<Result>): Promise<Result | null> {
    try {
      return await send(call);
    } catch (error) {
      alerts.error(explainFailedAction(error));
      return null;
    }
  }

  return {
    busy,
    /** Null if it failed. The response names the owner, who may be someone else. */
    answer: (answer: 'have' | 'cannot', etaMinutes: number | null = null) =>
      change(() => api.post(`${base}/answer/incident`, { id, answer, eta_minutes: etaMinutes })),
    progress: (state: 'on_the_way' | 'arrived') =>
      change(() => api.post(`${base}/progress/incident`, { id, state })),
    /** Throws if it failed: its dialog says why. */
    close: (outcome: IncidentOutcome, note: string) =>
      send(() => api.post(`${base}/close/incident`, { id, outcome, note })),
    addNote: (text: string) => change(() => api.post(`${base}/note/incident`, { id, text })),
  };
}
