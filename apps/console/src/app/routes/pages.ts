import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { RouteObject } from 'react-router';

/** One page: its address and the module that exports it as `Component`, loaded when somebody goes there. */
export type PageRoute = Required<Pick<RouteObject, 'path' | 'lazy'>>;

/** The pages of each role. A line is all that a new page needs here. */
export const PAGES: Readonly<Record<ConsoleRole, readonly PageRoute[]>> = {
  team: [],
  admin: [],
};

/** Where each role starts. */
export const HOME: Readonly<Record<ConsoleRole, string>> = { team: '/app_main_page', admin: '/subscribers' };
