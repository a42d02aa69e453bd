import type { ConsoleRole } from '@callpoint/contract/permissions';
import { replace, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { ForbiddenPage } from '../../page/forbidden-page.tsx';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { session } from '../../session/session.ts';
import { RootError } from '../root-error.tsx';
import { RouteError } from '../route-error.tsx';
import { SignedOutFrame } from '../shell/signed-out-frame.tsx';
import { BASE, LOGIN, LOGOUT } from './base.ts';
import { landingPath } from './landing.ts';
import { homePath, replacePages, listPages } from './page-routes.ts';

/** The routes of a role; null for a visitor who is not signed in. */
export function routesFor(role: ConsoleRole | null): RouteObject[] {
  return role ? signedInRoutes(role) : signedOutRoutes();
}

const unknown: RouteObject = { path: '*', Component: NotFoundPage };

function signedOutRoutes(): RouteObject[] {
  const innerPages = [...listPages('team'), ...listPages('admin'), ...listPages('signedIn')];
  return [
    {
      Component: SignedOutFrame,
      ErrorBoundary: RootError,
      HydrateFallback: Nothing,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, loader: toLogin },
            ...listPages('signedOut'),
            ...listPages('anyone'),
            ...replacePages(innerPages, { loader: toLogin }),
            unknown,
          ],
        },
      ],
    },
  ];
}

function signedInRoutes(role: ConsoleRole): RouteObject[] {
  const other: ConsoleRole = role === 'team' ? 'admin' : 'team';
  const home = () => replace(homePath(role));
  const own = [...listPages('anyone'), ...listPages('signedIn'), ...listPages(role)];
  const isOwn = ({ path }: { path: string }) => own.some((page) => page.path === path);
  return [
    {
      lazy: () => import('../shell/shell.tsx'),
      ErrorBoundary: RootError,
      HydrateFallback: Nothing,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, loader: home },
            { path: LOGIN, loader: ({ request }) => replace(landingPath(role, wantedOf(request))) },
            ...replacePages(listPages('signedOut'), { loader: home }),
            ...own,
            ...replacePages(
              listPages(other).filter((page) => !isOwn(page)),
              { Component: ForbiddenPage },
            ),
            unknown,
          ],
        },
      ],
    },
  ];
}

/** The login screen, which knows why it is shown and which page opens afterwards. */
function toLogin({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  const here = pathname.slice(BASE.length) || '/';
  const ended = session.ended();
  const query = new URLSearchParams();
  if (ended?.because === 'expired') query.set('why', 'expired');
  if (ended?.because === 'logout') query.set('why', ended.serverNotified ? 'logout' : 'logout-here');
  else if (here !== '/' && here !== LOGOUT) query.set('to', here + search);
  const text = query.toString();
  return replace(`${LOGIN}${text && `?${text}`}`);
}

function wantedOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('to');
}

/** While the first page's code is loading, nothing is drawn, so that nothing jumps. */
function Nothing() {
  return null;
}
