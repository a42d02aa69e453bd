import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Config } from '@callpoint/contract/configuration';
import type { KeyTests } from '@callpoint/contract/payments';
import { api } from '../../net/api.ts';
import { CallError } from '../../net/call-error.ts';
import { findStored, saveOptimistically, type SaveResult } from '../../net/optimistic-save.ts';

const KEY = ['configuration'];

async function readConfiguration(signal?: AbortSignal): Promise<readonly Config[]> {
  const query = { page: 1, per_page: 100 };
  return (await api.get('/api/v1/listPaged/config', { query, signal })).items;
}

/** The platform's values; for a secret, only its last characters. */
export function useConfiguration() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => readConfiguration(signal) });
}

/** What is saved: `value` over `known`, the value that the person saw, or over one of `sent`, which the person sent before. */
interface ConfigChange {
  known: string;
  sent?: readonly string[];
  value: string;
  /** The value as the list has it. */
  shownOf: (value: string) => string;
}

/** Saves a value over the one that the person saw, and over no other. */
export function useSaveConfig() {
  const queries = useQueryClient();
  const keep = (row: Config) =>
    queries.setQueryData<readonly Config[]>(KEY, (rows) =>
      rows?.map((one) => (one.id === row.id ? row : one)),
    );
  /** The version of the last save, which may be newer than the one on the screen. */
  const newestOf = (row: Config) =>
    queries.getQueryData<readonly Config[]>(KEY)?.find(({ id }) => id === row.id) ?? row;
  return async (
    row: Config,
    { known, sent = [], value, shownOf }: ConfigChange,
  ): Promise<SaveResult<Config>> => {
    const save = async ({ id, updated_at }: Config, config_value: string) => {
      const { data } = await api.post('/api/v1/update/config', { id, updated_at, data: { config_value } });
      return { ...row, config_value: shownOf(config_value), updated_at: data.updated_at };
    };
    const result = await saveOptimistically<Config>({
      row: newestOf(row),
      isUnchanged: ({ config_value }) => [known, ...sent.map(shownOf)].includes(config_value),
      isOwn: async (now) => (await findStored(now, sent, save)) !== null,
      isAlreadySaved: () => false,
      save: (now) => save(now, value),
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
