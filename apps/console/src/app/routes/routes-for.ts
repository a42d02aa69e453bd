import type { ConsoleRole } from '@callpoint/contract/permissions';
import { replace, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { ForbiddenPage } from '../../page/forbidden-page.tsx';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { session } from '../../session/session.ts';
import { RootError } from '../root-error.tsx';
import { RouteError } from '../route-error.tsx';
import { SignedOutFrame } from '../shell/signed-out-frame.tsx';
import { BASE } from './base.ts';
import { landing } from './landing.ts';
import { HOME, LINK_PAGES, LOGOUT_PAGE, PAGES, SIGNED_OUT_PAGES } from './pages.ts';

/** The routes of a role; null is somebody who is not signed in. */
export function routesFor(role: ConsoleRole | null): RouteObject[] {
  return role ? signedInRoutes(role) : signedOutRoutes();
}

const unknown: RouteObject = { path: '*', Component: NotFoundPage };

function signedOutRoutes(): RouteObject[] {
  const innerPages = [...PAGES.team, ...PAGES.admin].map(({ path }) => path);
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
            ...SIGNED_OUT_PAGES,
            ...LINK_PAGES,
            { path: 'logout', loader: toLogin },
            ...[...new Set(innerPages)].map((path): RouteObject => ({ path, loader: toLogin })),
            unknown,
          ],
        },
      ],
    },
  ];
}

function signedInRoutes(role: ConsoleRole): RouteObject[] {
  const other: ConsoleRole = role === 'team' ? 'admin' : 'team';
  const own = new Set(PAGES[role].map(({ path }) => path));
  const home = () => replace(HOME[role]);
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
            { path: 'login', loader: ({ request }) => replace(landing(role, wantedOf(request))) },
            { path: 'register', loader: home },
            { path: 'forgot', loader: home },
            ...LINK_PAGES,
            LOGOUT_PAGE,
            ...PAGES[role],
            ...PAGES[other]
              .filter(({ path }) => !own.has(path))
              .map(({ path }): RouteObject => ({ path, Component: ForbiddenPage })),
            unknown,
          ],
        },
      ],
    },
  ];
}

/** The login screen, which knows why it is shown and where to go on afterwards. */
function toLogin({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url);
  const here = pathname.slice(BASE.length) || '/';
  const ended = session.ended();
  const query = new URLSearchParams();
  if (ended?.because === 'expired') query.set('why', 'expired');
  if (ended?.because === 'logout') query.set('why', ended.told ? 'logout' : 'logout-here');
  else if (here !== '/' && here !== '/logout') query.set('to', here + search);
  const text = query.toString();
  return replace(`/login${text && `?${text}`}`);
}

function wantedOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('to');
}

/** While the first page's code is on its way nothing is drawn, so that nothing jumps. */
function Nothing() {
  return null;
}
