import { useMemo } from 'react';
import { createStore, type Readable } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** An address of the console. */
export interface Target {
  /** Without the base path, e.g. `/users/edit/7`. */
  pathname: string;
  /** With its question mark; empty without a query. */
  search: string;
}

/** The address whose page is shown. */
export interface Location extends Target {
  /** The values of the path's parameters, e.g. `userId`. */
  params: Readonly<Record<string, string>>;
  /** Where the window scrolls to, in pixels from the top; null keeps the position. */
  scrollTo: number | null;
}

/** Written by `navigation.ts` only. */
export const shownLocation = createStore<Location>({ pathname: '/', search: '', params: {}, scrollTo: null });
/** True while the code of the next page is loading. */
export const isLoadingPage = createStore(false);

const location: Readable<Location> = shownLocation;
const isLoading: Readable<boolean> = isLoadingPage;

export const useLocation = (): Location => useStore(location);
export const useParams = (): Location['params'] => useLocation().params;
export const useIsLoadingPage = (): boolean => useStore(isLoading);
/** The query of the shown page. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
