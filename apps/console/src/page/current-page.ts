import { useSyncExternalStore } from 'react';

/** The page that is shown, as the top bar names it. */
export type CurrentPage = { title: string; parent: { label: string; to: string } | null };

let shown: CurrentPage = { title: '', parent: null };
const listeners = new Set<() => void>();

export const currentPage = {
  set(page: CurrentPage): void {
    shown = page;
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The page that is shown; renders again when it changes. */
export function useCurrentPage(): CurrentPage {
  return useSyncExternalStore(subscribe, () => shown);
}
