import type { PagePath } from '../links/page-path.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** The current page, as the top bar names it. */
export type CurrentPage = { title: string; parent: { label: string; to: PagePath } | null };

export const currentPage = createStore<CurrentPage>({ title: '', parent: null });

/** The current page; renders again when it changes. */
export function useCurrentPage(): CurrentPage {
  return useStore(currentPage);
}
