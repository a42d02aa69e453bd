import type { ConsoleRole } from '@callpoint/contract/permissions';
import { matchRoutes } from 'react-router';
import { homeOf, pagesOf } from './page-routes.ts';

/** The page after signing in: the requested one, if the role has it, else the start page. */
export function landing(role: ConsoleRole, wanted: string | null): string {
  if (!wanted?.startsWith('/')) return homeOf(role);
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  return matchRoutes(pagesOf(role), path) ? wanted : homeOf(role);
}
