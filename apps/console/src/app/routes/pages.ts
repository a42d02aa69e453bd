import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { RouteObject } from 'react-router';

/** One page: its address and the module that exports it as `Component`, loaded when somebody goes there. */
export type PageRoute = Required<Pick<RouteObject, 'path' | 'lazy'>>;

/** The pages of each role. A line is all that a new page needs here. */
export const PAGES: Readonly<Record<ConsoleRole, readonly PageRoute[]>> = {
  team: [
    { path: 'users', lazy: () => import('../../features/app-users/users-page.tsx') },
    { path: 'add-user', lazy: () => import('../../features/app-users/add-user-page.tsx') },
    { path: 'users/edit/:userId', lazy: () => import('../../features/app-users/edit-user-page.tsx') },
  ],
  admin: [],
};

/** Where each role starts. */
export const HOME: Readonly<Record<ConsoleRole, string>> = { team: '/app_main_page', admin: '/subscribers' };
