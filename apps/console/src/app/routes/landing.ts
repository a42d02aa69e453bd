import type { ConsoleRole } from '@callpoint/contract/permissions';
import { matchRoutes } from 'react-router';
import { homePath, listPages } from './page-routes.ts';

/** The page after signing in: the requested one, if the role has it, else the start page. */
export function landingPath(role: ConsoleRole, wanted: string | null): string {
  if (!wanted?.startsWith('/')) return homePath(role);
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  return matchRoutes(listPages(role), path) ? wanted : homePath(role);
}
