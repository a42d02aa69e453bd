import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { INCIDENTS } from '../../../net/query-keys.ts';

/** Whose incidents: the subscriber's own, or those of one subscriber, for an administrator. */
export type MetricsTarget = 'self' | { teamId: number };

/** The figures of the last months; while another period is read, those of the last one are still shown. */
export function useIncidentMetrics(of: MetricsTarget, months: number, isDrill: boolean) {
  return useQuery({
    queryKey: [...INCIDENTS, 'metrics', of, months, isDrill],
    queryFn: async ({ signal }) => {
      const base = of === 'self' ? '/tapi/v1' : '/api/v1';
      const drills: 'yes' | 'no' = isDrill ? 'yes' : 'no';
      const query = { months, drills, ...(of === 'self' ? {} : { team_id: of.teamId }) };
      return (await api.get(`${base}/incidentMetrics`, { query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
}
