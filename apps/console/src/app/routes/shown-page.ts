import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { ComponentType, ReactNode } from 'react';
import { matchPath } from '../../links/match-path.ts';
import type { Target } from '../../links/location.ts';
import { connection } from '../../net/connection.ts';
import { openPages, type Opening, type Resolver } from '../../links/navigation.ts';
import { NotFoundPage } from '../../page/not-found-page.tsx';
import { session } from '../../session/session.ts';
import { createStore, type Readable } from '../../store/store.ts';
import { isMissingCode } from '../missing-code.ts';
import { routesFor, type Route } from './routes-for.ts';

type Frame = ComponentType<{ children: ReactNode }>;

type Page =
  | { Frame: Frame; Component: ComponentType }
  | { Frame: Frame; error: unknown }
  | { Frame: null; error: unknown };

/** What is shown: a page in its frame, or why its code could not be loaded; nothing before the first page. */
export interface ShownPage {
  /** Whose page it is; null for a visitor who is not signed in. */
  account: string | null;
  page: Page | null;
}

const shown = createStore<ShownPage>({ account: null, page: null });

export const shownPage: Readable<ShownPage> = shown;

/** A session that continues under a new token keeps its screens and everything typed on them. */
const accountNow = () => {
  const current = session.current();
  return current && `${current.role} ${current.user.id}`;
};

let opened: string | null;

/** Opens the page at the address in the browser, and follows the session from then on. Resolves when it is shown. */
export async function openFirstPage(): Promise<void> {
  // Before React is notified: the screens of an expired session must not be drawn again.
  session.subscribe(() => {
    if (accountNow() !== opened) void openAccount();
  });
  await openAccount();
}

/** Signing in: the login screen stays until the first page is loaded. Signing out is immediate. */
async function openAccount(): Promise<void> {
  opened = accountNow();
  if (opened === null) shown.set({ account: null, page: null });
  await openPages(createResolver(opened, session.current()?.role ?? null), connection.whenResponding);
}

function createResolver(account: string | null, role: ConsoleRole | null): Resolver {
  const routes = routesFor(role);
  const frame = once<Frame>(
    role
      ? async () => (await import('../shell/shell.tsx')).Shell
      : async () => (await import('../shell/signed-out-frame.tsx')).SignedOutFrame,
  );
  const components = new Map<unknown, () => ComponentType | Promise<ComponentType>>();
  const componentOf = (route: PageRoute) => {
    if ('Component' in route) return route.Component;
    const load = components.get(route.load) ?? once(async () => (await route.load()).Component);
    components.set(route.load, load);
    return load();
  };
  return (target) => {
    const found = findRoute(routes, target);
    if (found.redirect !== undefined) return { redirect: found.redirect };
    const opening = (page: ShownPage['page']): Opening => ({
      params: found.params,
      show: () => shown.set({ account, page }),
    });
    const load = (): Loading => [frame(), componentOf(found.route)];
    const [Frame, Component] = load();
    if (Frame instanceof Promise || Component instanceof Promise)
      return loadPage([Frame, Component], load).then((page) => (page ? opening(page) : { isOutdated: true }));
    return opening({ Frame, Component });
  };
}

type Loading = [Frame | Promise<Frame>, ComponentType | Promise<ComponentType>];

/**
 * The page before stays, with everything typed on it, while the server does not respond. Null: the server responds, but does
 * not have the code any more.
 */
async function loadPage(loading: Loading, load: () => Loading): Promise<Page | null> {
  let page = await settle(loading);
  let misses = 0;
  while (shown.current().page && 'error' in page && isMissingCode(page.error)) {
    if (await connection.whenResponding()) misses += 1;
    if (misses > 1) return null;
    page = await settle(load());
  }
  return page;
}

async function settle(loading: Loading): Promise<Page> {
  const [loadedFrame, loadedPage] = await Promise.allSettled([
    Promise.resolve(loading[0]),
    Promise.resolve(loading[1]),
  ]);
  if (loadedFrame.status === 'rejected') return { Frame: null, error: loadedFrame.reason };
  if (loadedPage.status === 'rejected') return { Frame: loadedFrame.value, error: loadedPage.reason };
  return { Frame: loadedFrame.value, Component: loadedPage.value };
}

/** Loads code once; afterwards it is available without a promise. Code that could not be loaded is requested again. */
function once<Code>(load: () => Promise<Code>): () => Code | Promise<Code> {
  let loaded: { code: Code } | undefined;
  return () => loaded?.code ?? load().then((code) => (loaded = { code }).code);
}

type PageRoute = Exclude<Route, { redirect: unknown }>;
/** A page with the parameters of its address, or another address. */
type FoundRoute =
  | { redirect: string }
  | { redirect?: undefined; route: PageRoute; params: Record<string, string> };

/** The first route that matches. */
function findRoute(routes: readonly Route[], target: Target): FoundRoute {
  for (const route of routes) {
    const params = matchPath(route.path, target.pathname);
    if (!params) continue;
    if (!('redirect' in route)) return { route, params };
    const redirect = route.redirect(target);
    if (redirect !== null) return { redirect };
  }
  return { route: { path: target.pathname, Component: NotFoundPage }, params: {} };
}
