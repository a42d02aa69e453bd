import { useQuery } from '@tanstack/react-query';
import type { Overview } from '@callpoint/contract/overview';
import type { DataAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';

/** Milliseconds between looks. */
const EVERY = 60_000;

/** The reader's own, by its IANA name. */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The platform at a glance, in days of the reader's own zone. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview', zone],
    queryFn: async ({ signal }) => {
      const answer = await api.get<DataAnswer<Overview>>('/api/v1/overview', { query: { zone }, signal });
      return answer.data;
    },
    refetchInterval: EVERY,
  });
}
