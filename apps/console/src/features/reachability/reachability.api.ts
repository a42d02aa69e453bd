import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import { REACHABILITY } from '../../net/reachability.ts';

/** Milliseconds between looks: a mailbox may be gone, and somebody may reply STOP, while the screen is open. */
const EVERY = 60_000;

/** Of whom it is asked: a subscriber of itself, or an administrator of one. */
export type ReachOf = 'self' | { teamId: number };

/** Who would be told now: judged at each look. */
export function useReachability(of: ReachOf) {
  return useQuery({
    queryKey: [...REACHABILITY, of],
    queryFn: async ({ signal }) => {
      const base = of === 'self' ? '/tapi/v1' : '/api/v1';
      const query = of === 'self' ? {} : { team_id: of.teamId };
      return (await api.get(`${base}/reachability`, { query, signal })).data;
    },
    staleTime: 0,
    refetchInterval: EVERY,
  });
}
