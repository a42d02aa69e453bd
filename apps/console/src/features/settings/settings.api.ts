import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SETTINGS as SETTINGS_BY_KEY } from '@callpoint/contract/setting-kinds';
import type { Setting } from '@callpoint/contract/settings';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { api } from '../../net/api.ts';
import { CallError } from '../../net/call-error.ts';
import { REACHABILITY } from '../../net/query-keys.ts';
import { findStored, saveOptimistically, type SaveResult } from '../../net/optimistic-save.ts';

/** The team's settings by key. */
export type SettingRows = Readonly<Record<string, Setting>>;

const SETTINGS = 'settings';
/** More settings than any screen has. */
const PER_PAGE = 100;

function keyOf(keys: readonly string[]) {
  return [SETTINGS, keys.join('|')];
}

async function readSettings(keys: readonly string[], signal?: AbortSignal): Promise<SettingRows> {
  const query = { my: 'yes', filterin_setting_key: keys.join('|'), per_page: PER_PAGE };
  const { items } = await api.get('/tapi/v1/listPaged/settings', { query, signal });
  return Object.fromEntries(items.map((row) => [row.setting_key, row]));
}

/** Reads the settings of `keys`, and the safety contacts, whose names are known. */
export function useSettings(keys: readonly string[]) {
  return useQuery({
    queryKey: keyOf(keys),
    queryFn: ({ signal }) => readSettings([...keys, CONTACT_PERSON], signal),
  });
}

/**
 * Saves `value` if the setting still has `known`, the value that the person saw, or one of `sent`, which the person sent
 * before. `row` is the last one read or saved.
 */
export function saveSetting(
  row: Setting,
  { known, sent = [], value }: { known: string; sent?: readonly string[]; value: string },
): Promise<SaveResult<Setting>> {
  const save = async ({ id, updated_at }: Setting, setting_value: string) => {
    const { data } = await api.post('/tapi/v1/update/settings', { id, updated_at, data: { setting_value } });
    return { ...row, setting_value, updated_at: data.updated_at };
  };
  return saveOptimistically({
    row,
    isUnchanged: ({ setting_value }) => [known, ...sent].includes(setting_value),
    isOwn: async (now) => (await findStored(now, sent, save)) !== null,
    isAlreadySaved: ({ setting_value }) => setting_value === value,
    save: (now) => save(now, value),
    readAgain: async () => {
      const now = (await readSettings([row.setting_key]))[row.setting_key];
      if (!now) throw new CallError('server', 200, []);
      return now;
    },
  });
}

/** The rows that `useSettings(keys)` reads, also those of a save that the screen does not show yet. */
export function useNewestRows(keys: readonly string[]): () => SettingRows | undefined {
  const queries = useQueryClient();
  return () => queries.getQueryData<SettingRows>(keyOf(keys));
}

/**
 * Stores saved or conflicting rows where `useSettings(keys)` reads them, without another call to the server.
 * Also rereads who would be notified, which may depend on them.
 */
export function useStoreRows(keys: readonly string[]): (rows: SettingRows) => void {
  const queries = useQueryClient();
  return (rows) => {
    queries.setQueryData<SettingRows>(keyOf(keys), (known) => known && { ...known, ...rows });
    void queries.invalidateQueries({ queryKey: REACHABILITY });
    // The server stores numbers with their country.
    const withNumbers = ['phone_list', 'policy', 'voice_rules'];
    if (Object.keys(rows).some((key) => withNumbers.includes(SETTINGS_BY_KEY.get(key)?.type ?? '')))
      void queries.invalidateQueries({ queryKey: keyOf(keys) });
  };
}
