import type { ConsoleRole } from '@callpoint/contract/permissions';
import { matchRoutes } from 'react-router';
import { HOME, PAGES } from './pages.ts';

/** Where somebody goes after signing in: to the page that they had asked for, if their role has it, else home. */
export function landing(role: ConsoleRole, wanted: string | null): string {
  if (!wanted?.startsWith('/')) return HOME[role];
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  return matchRoutes([...PAGES[role]], path) ? wanted : HOME[role];
}
