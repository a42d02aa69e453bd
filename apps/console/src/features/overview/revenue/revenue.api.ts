import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';

/** Milliseconds between reads. */
const REFETCH_INTERVAL = 60_000;

/** Subscriptions, revenue and failed payments of the platform. */
export function useRevenue() {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'revenue'],
    queryFn: async ({ signal }) => (await api.get('/api/v1/revenue', { signal })).data,
    refetchInterval: REFETCH_INTERVAL,
  });
}

/** Accounts that were not paid for a long time. Without failed payments there are none, and nothing is read. */
export function useUnpaidAccounts() {
  const { data: revenue, isError } = useRevenue();
  return useQuery({
    enabled: revenue ? revenue.failed.total > 0 : isError,
    queryKey: [...SUBSCRIBERS, 'unpaid'],
    queryFn: async ({ signal }) => (await api.get('/api/v1/unpaidAccounts', { signal })).data,
    refetchInterval: REFETCH_INTERVAL,
  });
}

export type UnpaidDecision = 'start/stopNotice' | 'withdraw/stopNotice' | 'stop/unpaidAccount';

/** Returns the call of a decision about an unpaid account. It throws a CallError, and reads everything again. */
export function useDecide(): (decision: UnpaidDecision, teamId: number) => Promise<void> {
  const queries = useQueryClient();
  return async (decision, teamId) => {
    try {
      await api.post(`/api/v1/${decision}`, { team_id: teamId });
    } finally {
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    }
  };
}
