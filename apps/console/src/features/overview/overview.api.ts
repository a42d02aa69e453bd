import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import { browserTimeZone } from '../../list/days.ts';

/** Milliseconds between reads. */
const REFETCH_INTERVAL = 60_000;

/** The platform at a glance, in days of the reader's own zone. */
export function useOverview() {
  const zone = browserTimeZone();
  return useQuery({
    queryKey: ['overview', zone],
    queryFn: async ({ signal }) => {
      const response = await api.get('/api/v1/overview', { query: { zone }, signal });
      return response.data;
    },
    refetchInterval: REFETCH_INTERVAL,
  });
}
