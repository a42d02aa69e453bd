import { BUTTON_IDS } from '@callpoint/contract/catalog';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { INCIDENTS } from '../../../net/query-keys.ts';

/** When each button was last drilled, and how long the acknowledgment took; in the order of the menus. */
export function useDrillSummary() {
  return useQuery({
    queryKey: [...INCIDENTS, 'drills'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/tapi/v1/drills', { query: {}, signal });
      return BUTTON_IDS.flatMap((id) => data.find(({ button_id }) => button_id === id) ?? []);
    },
  });
}
