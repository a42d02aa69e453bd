import { isPaymentScreen } from '@callpoint/contract/payment-screens';
import { BASE } from './base.ts';
import { loadDocument } from './document.ts';
import type { PagePath } from './page-path.ts';
import { isLoadingPage, shownLocation, type Location, type Target } from './location.ts';
import {
  getScrollPosition,
  loadScrollPositions,
  setScrollPosition,
  storeScrollPositions,
} from './scroll-positions.ts';

/** The address of the console in the browser: opens pages, one history entry each, when their code is loaded. */

/**
 * What is at an address: another address, a page that `show` shows, or a page for which the browser must load the console
 * again.
 */
export type Opening =
  | { redirect: string }
  | { params: Location['params']; show: () => void }
  | { isOutdated: true };
/** Returns a page without a promise if its code is loaded. It must not reject. */
export type Resolver = (target: Target) => Opening | Promise<Opening>;
/** Resolves to false if the person wants to stay; null if there is nothing to confirm. */
export type Guard = (from: Target, to: Target) => Promise<boolean> | null;

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Does not scroll to the top. */
  keepScroll?: boolean;
}

/** An entry of the browser's history. */
interface Entry {
  key: string;
  /** Its index among the entries of the console in this tab. */
  index: number;
}

/** `start`: the first page of a visit or after a reload; `pop`: a step in the browser's history. */
type How = 'start' | 'push' | 'replace' | 'pop';

/** A page that redirects in circles is a mistake in the list of routes. */
const MOST_REDIRECTS = 10;

let resolve: Resolver | undefined;
let whenResponding: () => Promise<unknown>;
let entry: Entry = { key: newKey(), index: 0 };
/** The number of the newest navigation; older ones that are still loading are dropped. */
let newest = 0;
const guards = new Set<Guard>();
/** True while the browser returns to the page that a guard protects. */
let isReturning = false;
/** True while the browser repeats a step that was confirmed. */
let isConfirmed = false;
/** Whether the content security policy of this document allows the payment provider's script. */
let isPaymentDocument = false;

/**
 * Starts with the pages of `resolver` at the address in the browser; resolves when its page is shown. Called again with the
 * pages of another account.
 * @param responding resolves when the server responds: a document that cannot be loaded would replace the console
 */
export async function openPages(resolver: Resolver, responding: () => Promise<unknown>): Promise<void> {
  const how = resolve ? 'replace' : 'start';
  resolve = resolver;
  whenResponding = responding;
  if (how === 'start') followHistory();
  await open(addressInBrowser(), how, {});
}

/**
 * Opens a page of the console, unless a guard keeps the person on the current one. Resolves when it is shown. The type
 * allows only pages that exist.
 */
export const navigate: (to: PagePath, options?: NavigateOptions) => Promise<void> = (to, options = {}) =>
  openAddress(parse(to), options);

async function openAddress(target: Target, options: NavigateOptions): Promise<void> {
  const confirmation = ask(target);
  if (confirmation && !(await confirmation)) return;
  const how = options.replace || isSame(target, shownLocation.current()) ? 'replace' : 'push';
  await open(target, how, options);
}

/** Changes the query of the current address; `change` gets the current one. */
export function changeQuery(
  change: (query: URLSearchParams) => URLSearchParams,
  options: NavigateOptions = {},
): void {
  const { pathname, search } = shownLocation.current();
  const query = change(new URLSearchParams(search)).toString();
  void openAddress({ pathname, search: query && `?${query}` }, options);
}

/** Asks `guard` before another page opens. Returns the function that removes it. */
export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

function followHistory(): void {
  isPaymentDocument = isPaymentScreen(addressInBrowser().pathname);
  entry = readEntry() ?? entry;
  window.history.scrollRestoration = 'manual';
  loadScrollPositions(window.sessionStorage);
  window.addEventListener('popstate', () => void followStep());
  // Back to a document that the browser kept.
  window.addEventListener('pageshow', ({ persisted }) => persisted && isLoadingPage.set(false));
  window.addEventListener('pagehide', () => {
    setScrollPosition(entry.key, window.scrollY);
    storeScrollPositions(window.sessionStorage);
  });
}

/** A step back or forward: the browser has changed the address already. */
async function followStep(): Promise<void> {
  if (isReturning) {
    isReturning = false;
    return;
  }
  const target = addressInBrowser();
  const next = readEntry();
  if (isSame(target, shownLocation.current())) {
    // A link to a part of the page, e.g. to its content, is an entry without a state.
    entry = next ?? { key: newKey(), index: entry.index + 1 };
    if (!next) window.history.replaceState(entry, '');
    return;
  }
  const steps = next ? next.index - entry.index : 0;
  const confirmation = isConfirmed || steps === 0 ? null : ask(target);
  isConfirmed = false;
  if (!confirmation) return open(target, 'pop', {});
  isReturning = true;
  window.history.go(-steps);
  if (!(await confirmation)) return;
  isConfirmed = true;
  window.history.go(steps);
}

function ask(to: Target): Promise<boolean> | null {
  const from = shownLocation.current();
  for (const guard of guards) {
    const confirmation = guard(from, to);
    if (confirmation) return confirmation;
  }
  return null;
}

/**
 * Shows a page immediately if its code is loaded; otherwise the current page stays until it is. A page whose document has
 * another policy is loaded by the browser.
 */
function open(target: Target, how: How, options: NavigateOptions, redirects = 0): Promise<void> | void {
  if (!resolve) throw new Error('openPages was not called');
  if (redirects > MOST_REDIRECTS) throw new Error(`${target.pathname} redirects in circles`);
  newest += 1;
  const current = newest;
  const load = () => loadDocument(BASE + target.pathname + target.search, how === 'push');
  if (isPaymentScreen(target.pathname) !== isPaymentDocument) {
    isLoadingPage.set(true);
    return whenResponding().then(() => (current === newest ? load() : undefined));
  }
  const finish = (opening: Opening): Promise<void> | void => {
    if (current !== newest) return;
    if ('redirect' in opening)
      return open(parse(opening.redirect), how === 'pop' ? 'replace' : how, options, redirects + 1);
    if ('isOutdated' in opening) return load();
    isLoadingPage.set(false);
    const scrollTo = enter(target, how);
    shownLocation.set({ ...target, params: opening.params, scrollTo: options.keepScroll ? null : scrollTo });
    opening.show();
  };
  const opening = resolve(target);
  if (!(opening instanceof Promise)) return finish(opening);
  isLoadingPage.set(true);
  return opening.then(finish);
}

/** Stays on the shown page, and does not open the one that is loading. */
export function stopLoading(): void {
  newest += 1;
  isLoadingPage.set(false);
  const shown = shownLocation.current();
  if (isSame(addressInBrowser(), shown)) return;
  // After a step in the history, the browser has changed the address already.
  entry = { key: newKey(), index: readEntry()?.index ?? entry.index };
  window.history.replaceState(entry, '', BASE + shown.pathname + shown.search);
}

/** Changes the history. Returns the scroll position of the entered page. */
function enter(target: Target, how: How): number {
  if (how !== 'start') setScrollPosition(entry.key, window.scrollY);
  if (how === 'pop') {
    entry = readEntry() ?? entry;
    return getScrollPosition(entry.key);
  }
  const address = BASE + target.pathname + target.search;
  if (how === 'start') {
    window.history.replaceState(entry, '', address + window.location.hash);
    return getScrollPosition(entry.key);
  }
  entry = { key: newKey(), index: entry.index + (how === 'push' ? 1 : 0) };
  if (how === 'push') window.history.pushState(entry, '', address);
  else window.history.replaceState(entry, '', address);
  return 0;
}

function addressInBrowser(): Target {
  const { pathname, search } = window.location;
  const inside = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  return { pathname: inside.startsWith('/') ? inside : `/${inside}`, search };
}

function parse(path: string): Target {
  const { pathname, search } = new URL(path, 'http://console');
  return { pathname, search };
}

const isSame = (a: Target, b: Target) => a.pathname === b.pathname && a.search === b.search;

function readEntry(): Entry | null {
  const state = window.history.state as Partial<Entry> | null;
  return typeof state?.key === 'string' && typeof state.index === 'number'
    ? { key: state.key, index: state.index }
    : null;
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
