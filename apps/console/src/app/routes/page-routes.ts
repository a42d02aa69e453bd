import type { ConsoleRole } from '@callpoint/contract/permissions';
import { SCREENS, type Audience, type Screen } from '../screens.ts';

/** One page: the pattern of its address, and its code, which is loaded when the page opens. */
export interface PageRoute {
  path: string;
  load: Screen['load'];
}

/** The pages that are declared for this audience, without those of larger ones. */
export function listPages(audience: Audience): PageRoute[] {
  return SCREENS.flatMap(({ at, load }) => {
    const path = at[audience];
    return path === undefined ? [] : [{ path, load }];
  });
}

/** The address where a role starts. */
export function homePath(role: ConsoleRole): string {
  return `/${SCREENS.find(({ home }) => home === role)?.at[role]}`;
}
