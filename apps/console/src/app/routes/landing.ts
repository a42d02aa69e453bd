import type { ConsoleRole } from '@callpoint/contract/permissions';
import { matchRoutes } from 'react-router';
import { homeOf, pagesOf } from './page-routes.ts';

/** Where somebody goes after signing in: to the page that they requested, if their role has it, else home. */
export function landing(role: ConsoleRole, wanted: string | null): string {
  if (!wanted?.startsWith('/')) return homeOf(role);
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  return matchRoutes(pagesOf(role), path) ? wanted : homeOf(role);
}
