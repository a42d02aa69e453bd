import type { ButtonId } from '@callpoint/contract/catalog';
import { readPolicy } from '@callpoint/contract/escalation';
import { escalationKey } from '@callpoint/contract/escalation-terms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { INCIDENTS } from '../../../net/query-keys.ts';

/** The messages that a drill would send immediately, and the policy whose steps follow. */
export function useDrillPlan(button: ButtonId, person: number | null) {
  return useQuery({
    queryKey: [...INCIDENTS, 'drill-plan', button, person],
    enabled: person !== null,
    queryFn: async ({ signal }) => {
      const body = { button_id: button, app_user_id: person ?? 0, settings: {} };
      const query = { my: 'yes', filterin_setting_key: escalationKey(button), per_page: 1 };
      const [preview, settings] = await Promise.all([
        api.post('/tapi/v1/preview/submission', body, { signal }),
        api.get('/tapi/v1/listPaged/settings', { query, signal }),
      ]);
      return {
        messages: preview.data.now.messages,
        policy: readPolicy(button, settings.items[0]?.setting_value),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Starts a drill; resolves to its incident. Throws CallError. */
export function useStartDrill(): (button: ButtonId, person: number) => Promise<number> {
  const queries = useQueryClient();
  return async (button, person) => {
    const { data } = await api.post('/tapi/v1/drill', { button_id: button, app_user_id: person });
    await queries.invalidateQueries({ queryKey: INCIDENTS });
    return data.incident_id;
  };
}
