import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** Screens are in the part of the address after `#`: one file serves them all, also offline. */

const route = createStore(currentPath());

function currentPath(): string {
  const path = globalThis.location?.hash.slice(1) || '/';
  try {
    return decodeURI(path);
  } catch {
    // A damaged address: no screen has it.
    return path;
  }
}

globalThis.addEventListener?.('hashchange', () => route.set(currentPath()));

/** The path of the current screen, e.g. `/sent/<id>`. */
export function useRoute(): string {
  return useStore(route);
}

/** @param path e.g. `/contacts` */
export function href(path: string): string {
  return `#${path}`;
}

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, '', href(path));
    route.set(path);
  } else location.hash = path;
}
