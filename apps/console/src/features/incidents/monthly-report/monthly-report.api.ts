import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MonthlyReport } from '@callpoint/contract/monthly-report';
import { api } from '../../../net/api.ts';
import { INCIDENTS } from '../../../net/query-keys.ts';

const KEY = [...INCIDENTS, 'monthly-report'];

/** Whether the subscriber gets the report, and who its recipients are. */
export function useMonthlyReport() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/monthlyReport', { query: {}, signal })).data,
  });
}

/** Saves over the version that was read. Afterwards, also after a rejection, it is read again. */
export function useSaveMonthlyReport() {
  const client = useQueryClient();
  return async ({ is_on, recipients, updated_at }: MonthlyReport) => {
    try {
      await api.post('/tapi/v1/update/monthlyReport', {
        is_on,
        recipients,
        ...(updated_at === null ? {} : { updated_at }),
      });
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
}
