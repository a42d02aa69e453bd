import { navigate } from '../../../links/navigation.ts';
import { findSettings } from './find-settings.ts';
import { openField } from './open-field.ts';
import type { SettingEntry } from './setting-entry.ts';

/** Finds settings by what was typed, and opens one. Its code loads when the search opens, with all labels. */
export interface SettingSearch {
  find: (typed: string) => { found: SettingEntry[]; total: number };
  open: (entry: Pick<SettingEntry, 'opens'>) => void;
}

export function createSettingSearch(entries: readonly SettingEntry[]): SettingSearch {
  return {
    find: (typed) => findSettings(entries, typed),
    open: ({ opens }) => {
      if ('show' in opens) opens.show();
      else void (opens.field === null ? navigate(opens.to) : openField(opens.to, opens.field));
    },
  };
}
