import { createBrowserRouter } from 'react-router';
import { createStore, type Readable } from '../../store/store.ts';
import { session } from '../../session/session.ts';
import { BASE, LOGIN } from './base.ts';
import { landingPath } from './landing.ts';
import { routesFor } from './routes-for.ts';

export type Router = ReturnType<typeof createBrowserRouter>;
/** `account`: whose screens they are; null for a visitor who is not signed in. */
type ShownScreens = { account: string | null; router: Router };

/** A session that continues under a new token keeps its screens and everything typed on them. */
const accountNow = () => {
  const current = session.current();
  return current && `${current.role} ${current.user.id}`;
};

const shown = createStore(createRouter());

/** The screens that are shown. */
export const routers: Readable<ShownScreens> = shown;

// Before React is notified: the screens of an expired session must not be drawn again.
session.subscribe(() => {
  if (accountNow() === shown.current().account) return;
  const next = createRouter();
  // Signing in: the login screen stays until the first page is loaded. Signing out is immediate.
  if (next.account === null) show(next);
  else void showWhenReady(next);
});

function createRouter(): ShownScreens {
  const current = session.current();
  if (current) redirectFromLogin(current.role);
  return {
    account: accountNow(),
    router: createBrowserRouter(routesFor(current?.role ?? null), { basename: BASE }),
  };
}

/** A signed-in person who opens the login screen is redirected before the routes are read: one page's code less to load. */
function redirectFromLogin(role: 'team' | 'admin'): void {
  if (window.location.pathname !== BASE + LOGIN) return;
  const wanted = new URLSearchParams(window.location.search).get('to');
  window.history.replaceState(null, '', BASE + landingPath(role, wanted));
}

async function showWhenReady(next: ShownScreens): Promise<void> {
  await whenReady(next.router);
  show(next);
}

function show(next: ShownScreens): void {
  // A later change of the session has created its own router since.
  if (accountNow() !== next.account) return next.router.dispose();
  const last = shown.current();
  shown.set(next);
  last.router.dispose();
}

/** Resolves when the first page's code and redirects are done. */
export function whenReady(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}
