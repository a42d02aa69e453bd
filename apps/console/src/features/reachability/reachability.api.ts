import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import { REACHABILITY } from '../../net/query-keys.ts';

/** Milliseconds: two parts of one screen share a read. */
const SAME_VIEW = 500;
/** Milliseconds between reads: a mailbox may disappear, or someone may reply STOP, while the screen is open. */
const REFETCH_INTERVAL = 60_000;

/** Whose reachability: the subscriber's own, or that of one subscriber, for an administrator. */
export type ReachabilityTarget = 'self' | { teamId: number };

/** Who would be notified now; the server checks it on each read. */
export function useReachability(of: ReachabilityTarget) {
  return useQuery({
    queryKey: [...REACHABILITY, of],
    queryFn: async ({ signal }) => {
      const base = of === 'self' ? '/tapi/v1' : '/api/v1';
      const query = of === 'self' ? {} : { team_id: of.teamId };
      return (await api.get(`${base}/reachability`, { query, signal })).data;
    },
    staleTime: SAME_VIEW,
    refetchInterval: REFETCH_INTERVAL,
  });
}
