import type { IncidentOutcome } from '@callpoint/contract/incident-states';
import { useQueryClient } from '@tanstack/react-query';
import { refetch } from '../../live/refetch.ts';
import { api } from '../../net/api.ts';
import { INCIDENTS } from '../../net/query-keys.ts';
import { alerts } from '../../states/alerts.ts';
import { useBusy } from '../../states/use-busy.ts';
import type { IncidentBase } from './incident-changes.ts';

/**
 * The changes of one incident, which throw if they failed: where they were started says why. Each reads the incident again
 * afterwards, also after a rejection: someone else may have been first.
 */
export function useIncidentActions(base: IncidentBase, id: number) {
  const queries = useQueryClient();
  const { busy, run } = useBusy();

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

  return {
    busy,
    /** The response names the owner, who may be someone else. */
    answer: (answer: 'have' | 'cannot', etaMinutes: number | null = null) =>
      send(() => api.post(`${base}/answer/incident`, { id, answer, eta_minutes: etaMinutes })),
    progress: (state: 'on_the_way' | 'arrived') =>
      send(() => api.post(`${base}/progress/incident`, { id, state })),
    close: (outcome: IncidentOutcome, note: string) =>
      send(() => api.post(`${base}/close/incident`, { id, outcome, note })),
    /** `idempotencyKey`: the same for each attempt to add this note. */
    addNote: (text: string, idempotencyKey: string) =>
      send(() => api.post(`${base}/note/incident`, { id, text }, { idempotencyKey })),
  };
}
