import type { ConsoleRole } from '@callpoint/contract/permissions';
import { matchPath } from '../../links/match-path.ts';
import { homePath, listPages } from './page-routes.ts';

/** The page after signing in: the requested one, if the role has it, else the start page. */
export function landingPath(role: ConsoleRole, wanted: string | null): string {
  if (!wanted?.startsWith('/')) return homePath(role);
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  const exists = listPages(role).some((page) => matchPath(page.path, path));
  return exists ? wanted : homePath(role);
}
