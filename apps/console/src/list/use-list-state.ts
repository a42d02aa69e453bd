import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readListState, writeListState, type ListDefaults, type ListState } from './list-state.ts';

/**
 * What a list shows, kept in the address. A change of anything but the page goes back to the first page.
 * @param defaults a constant of the module, so that it is the same at every render
 */
export function useListState<Sort extends string, Filter extends string = never>(
  defaults: ListDefaults<Sort, Filter>,
): [ListState<Sort, Filter>, (change: Partial<ListState>) => void] {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readListState(address, defaults), [address, defaults]);
  const change = useCallback(
    (wanted: Partial<ListState>) => {
      setAddress(
        (now) => writeListState({ ...readListState(now, defaults), page: 1, ...wanted }, defaults, now),
        // Another page begins at its top; sorting and filtering leave the eye where it is.
        { preventScrollReset: wanted.page === undefined },
      );
    },
    [setAddress, defaults],
  );
  return [state, change];
}
