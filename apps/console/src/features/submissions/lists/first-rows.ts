import type { ConsoleRole } from '@callpoint/contract/permissions';
import { readListState } from '../../../list/list-state.ts';
import { parseScope } from '../../../list/scope.ts';
import { LIST_DEFAULTS } from './list-defaults.ts';
import { BUTTON_CLICKS, FORM_SUBMISSIONS, submissionsCall } from '../submissions-call.ts';

/** The addresses of record lists, as in the routes: `button_data/5`, an administrator's `subscriber/button_data/7/5`. */
const LISTS = {
  team: /^\/(?<screen>button_data|form_data)\/(?<item>\d)$/,
  admin: /^\/subscriber\/(?<screen>button_data|form_data)\/(?<team>\d+)\/(?<item>\d)$/,
} as const;

/**
 * The call for the first rows of the page at an address; null if the page is not a list of records.
 * It is sent before any of the page's code is loaded, so this file is loaded first and must stay small.
 * @param path below the console's base
 */
export function getFirstRowsCall(role: ConsoleRole, path: string, search: string) {
  const { screen, team, item } = LISTS[role].exec(path)?.groups ?? {};
  const scope = parseScope(team);
  if (!scope || item === undefined) return null;
  const kind = screen === BUTTON_CLICKS.screen ? BUTTON_CLICKS : FORM_SUBMISSIONS;
  return submissionsCall(
    scope,
    kind,
    Number(item),
    readListState(new URLSearchParams(search), LIST_DEFAULTS),
  );
}
