import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { ComponentType } from 'react';
import { LOGIN, LOGOUT } from '../../links/base.ts';
import type { Target } from '../../links/location.ts';
import { ForbiddenPage } from '../../page/forbidden-page.tsx';
import { session } from '../../session/session.ts';
import type { Screen } from '../screens.ts';
import { landingPath } from './landing.ts';
import { homePath, listPages, type PageRoute } from './page-routes.ts';

/** What is at the addresses of a pattern: a page, whose code is loaded when it opens, or another address. */
export type Route = { path: string } & (
  | { load: Screen['load'] }
  | { Component: ComponentType }
  /** Null: the next route that matches is opened. */
  | { redirect: (from: Target) => string | null }
);

/** The routes of a role; null for a visitor who is not signed in. The first one that matches is opened. */
export function routesFor(role: ConsoleRole | null): Route[] {
  return role ? signedInRoutes(role) : signedOutRoutes();
}

function signedOutRoutes(): Route[] {
  const innerPages = [...listPages('team'), ...listPages('admin'), ...listPages('signedIn')];
  return [
    { path: '/', redirect: (from) => (session.ended()?.because === 'logout' ? null : toLogin(from)) },
    // After a logout, the login screen is at the root.
    ...listPages('signedOut').flatMap((page) =>
      `/${page.path}` === LOGIN ? [{ ...page, path: '/' }, page] : [page],
    ),
    ...listPages('anyone'),
    ...innerPages.map(({ path }) => ({ path, redirect: toLogin })),
  ];
}

function signedInRoutes(role: ConsoleRole): Route[] {
  const other: ConsoleRole = role === 'team' ? 'admin' : 'team';
  const home = () => homePath(role);
  const own: PageRoute[] = [...listPages('anyone'), ...listPages('signedIn'), ...listPages(role)];
  return [
    { path: '/', redirect: home },
    { path: LOGIN, redirect: ({ search }) => landingPath(role, new URLSearchParams(search).get('to')) },
    ...own,
    ...listPages('signedOut').map(({ path }) => ({ path, redirect: home })),
    ...listPages(other).map(({ path }) => ({ path, Component: ForbiddenPage })),
  ];
}

/** The login screen, which knows why it is shown and which page opens afterwards; after a logout, at the root. */
function toLogin({ pathname, search }: Target): string {
  const ended = session.ended();
  if (ended?.because === 'logout') return '/';
  const query = new URLSearchParams();
  if (ended?.because === 'expired') query.set('why', 'expired');
  if (pathname !== '/' && pathname !== LOGOUT) query.set('to', pathname + search);
  const text = query.toString();
  return `${LOGIN}${text && `?${text}`}`;
}
