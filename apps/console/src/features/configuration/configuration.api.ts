import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Config } from '@callpoint/contract/configuration';
import type { KeyTests } from '@callpoint/contract/payments';
import { api } from '../../net/api.ts';
import { CallError } from '../../net/call-error.ts';
import { saveOptimistically, type SaveResult } from '../../net/optimistic-save.ts';

const KEY = ['configuration'];

async function readConfiguration(signal?: AbortSignal): Promise<readonly Config[]> {
  const query = { page: 1, per_page: 100 };
  return (await api.get('/api/v1/listPaged/config', { query, signal })).items;
}

/** The platform's values; for a secret, only its last characters. */
export function useConfiguration() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => readConfiguration(signal) });
}

/** Saves a value over `known`, the value that the person saw, and over no other. */
export function useSaveConfig() {
  const queries = useQueryClient();
  const keep = (row: Config) =>
    queries.setQueryData<readonly Config[]>(KEY, (rows) =>
      rows?.map((one) => (one.id === row.id ? row : one)),
    );
  return async (
    row: Config,
    { known, value, shown }: { known: string; value: string; shown: string },
  ): Promise<SaveResult<Config>> => {
    const result = await saveOptimistically<Config>({
      row,
      isUnchanged: ({ config_value }) => config_value === known,
      isAlreadySaved: () => false,
      save: async ({ id, updated_at }) => {
        const body = { id, updated_at, data: { config_value: value } };
        const { data } = await api.post('/api/v1/update/config', body);
        return { ...row, config_value: shown, updated_at: data.updated_at };
      },
      readAgain: async () => {
        const now = (await readConfiguration()).find(({ id }) => id === row.id);
        if (!now) throw new CallError('server', 200, []);
        return now;
      },
    });
    keep('saved' in result ? result.saved : result.theirs);
    // The server stores numbers with their country.
    void queries.invalidateQueries({ queryKey: KEY });
    return result;
  };
}

/** Whether the saved keys of the payment provider work. */
export async function testKeys(): Promise<KeyTests> {
  return (await api.post('/api/v1/test/paymentKeys', {})).data;
}
