import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Setting } from '@callpoint/contract/settings';
import type { ListAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';

/** The team's settings by key. */
export type SettingRows = Readonly<Record<string, Setting>>;

const SETTINGS = 'settings';
/** More than any screen asks for at once. */
const PER_PAGE = 100;

function keyOf(keys: readonly string[]) {
  return [SETTINGS, keys.join('|')];
}

/** Reads the settings of `keys`. */
export function useSettings(keys: readonly string[]) {
  return useQuery({
    queryKey: keyOf(keys),
    queryFn: async ({ signal }): Promise<SettingRows> => {
      const query = { my: 'yes', filterin_setting_key: keys.join('|'), per_page: PER_PAGE };
      const { items } = await api.get<ListAnswer<Setting>>('/tapi/v1/listPaged/settings', { query, signal });
      return Object.fromEntries(items.map((row) => [row.setting_key, row]));
    },
  });
}

export async function updateSetting(id: number, value: string): Promise<void> {
  await api.post('/tapi/v1/update/settings', { id, data: { setting_value: value } });
}

/** Puts saved values where `useSettings(keys)` reads them, without asking the server again. */
export function useKeepSaved(keys: readonly string[]): (saved: Readonly<Record<string, string>>) => void {
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData<SettingRows>(
      keyOf(keys),
      (rows) =>
        rows &&
        Object.fromEntries(
          Object.entries(rows).map(([key, row]) => [
            key,
            { ...row, setting_value: saved[key] ?? row.setting_value },
          ]),
        ),
    );
  };
}
