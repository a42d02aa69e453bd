import { useCallback, useMemo } from 'react';
import { useSearch } from '../links/location.ts';
import { changeQuery } from '../links/navigation.ts';
import { readListState, writeListState, type ListDefaults, type ListState } from './list-state.ts';

/**
 * What a list shows, stored in the address. Any change except of the page returns to the first page.
 * @param defaults a constant of the module, so that it is the same at every render
 */
export function useListState<Sort extends string, Filter extends string = never>(
  defaults: ListDefaults<Sort, Filter>,
): [ListState<Sort, Filter>, (change: Partial<ListState>) => void] {
  const address = useSearch();
  const state = useMemo(() => readListState(address, defaults), [address, defaults]);
  const change = useCallback(
    (wanted: Partial<ListState>) => {
      changeQuery(
        (now) => writeListState({ ...readListState(now, defaults), page: 1, ...wanted }, defaults, now),
        // Another page starts at its top; sorting and filtering do not scroll.
        { keepScroll: wanted.page === undefined },
      );
    },
    [defaults],
  );
  return [state, change];
}
