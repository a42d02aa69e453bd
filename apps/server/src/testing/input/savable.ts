import { settingProblems } from '@callpoint/alerts/settings/setting-problems';

/** Splits settings into those that a call can save, and those that only an earlier version can have stored. */
export function splitBySavability(
  settings: Readonly<Record<string, string>>,
): [savable: Record<string, string>, others: Record<string, string>] {
  const isSavable = ([key, value]: [string, string]) => settingProblems(key, value, null).length === 0;
  const entries = Object.entries(settings);
  return [
    Object.fromEntries(entries.filter(isSavable)),
    Object.fromEntries(entries.filter((entry) => !isSavable(entry))),
  ];
}
