import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import type { OwnLimits } from './limit-values.ts';

/** Whose limits: the reader's own, or those of a subscriber, for an administrator. */
export type LimitsTarget = 'self' | { teamId: number };

export const SENDING_LIMITS = ['sending-limits'];

/** Milliseconds between reads: messages are sent while the screen is open. */
const REFRESH_INTERVAL = 60_000;

export function useSendingLimits(of: LimitsTarget) {
  return useQuery({
    queryKey: [...SENDING_LIMITS, of],
    queryFn: async ({ signal }) => {
      const base = of === 'self' ? '/tapi/v1' : '/api/v1';
      const query = of === 'self' ? {} : { team_id: of.teamId };
      return (await api.get(`${base}/sendingLimits`, { query, signal })).data;
    },
    refetchInterval: REFRESH_INTERVAL,
  });
}

export async function updateSendingLimits(teamId: number, data: OwnLimits): Promise<void> {
  await api.post('/api/v1/update/sendingLimits', { team_id: teamId, data });
}

/** Sends the messages that are held by a limit; resolves to their number. */
export async function releaseHeldMessages(teamId: number): Promise<number> {
  return (await api.post('/api/v1/release/delivery', { team_id: teamId })).data.released;
}
