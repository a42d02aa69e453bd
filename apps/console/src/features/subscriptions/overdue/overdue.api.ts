import type { OverduePayment } from '@callpoint/contract/overdue-payment';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';

/** Milliseconds between reads: what follows from it changes by day. */
const REFETCH_INTERVAL = 10 * 60_000;

/** The overdue payment of the signed-in subscriber, if there is one. */
export function useOverduePayment(): OverduePayment | null {
  const { data } = useQuery({
    queryKey: [...SUBSCRIBERS, 'overdue'],
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/overduePayment', { signal })).data,
    refetchInterval: REFETCH_INTERVAL,
  });
  return data ?? null;
}
