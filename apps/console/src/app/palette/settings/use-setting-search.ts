import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useState } from 'react';
import type { SettingSearch } from './setting-search.ts';

const load = {
  team: () => import('./team-settings.ts'),
  admin: () => import('./admin-settings.ts'),
} as const satisfies Record<ConsoleRole, () => Promise<{ settingSearch: SettingSearch }>>;

/** The search for settings of the role; null until it is loaded. Without it, the palette finds everything else. */
export function useSettingSearch(role: ConsoleRole): SettingSearch | null {
  const [search, setSearch] = useState<SettingSearch | null>(null);
  useEffect(() => {
    let isOpen = true;
    load[role]().then(
      ({ settingSearch }) => isOpen && setSearch(settingSearch),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [role]);
  return search;
}
