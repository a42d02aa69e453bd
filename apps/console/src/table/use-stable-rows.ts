import { useState } from 'react';
import type { PagedRows } from '../list/use-paged-list.ts';
import { inShownOrder, pendingChanges, pendingText, replacesEmptyList, type WithId } from './stable-rows.ts';

interface StableRows<Row> {
  list: PagedRows<Row>;
  /** What waits to be shown, as the label of a button; null if nothing does. */
  pending: string | null;
  /** Shows these rows, or the last read ones. */
  apply: (rows?: readonly Row[]) => void;
}

/**
 * Shows new rows of automatic reads only when the reader refreshes: rows appear, disappear and move only then. The first
 * rows of an empty list appear immediately: nothing moves, and the first alert of a subscriber is never hidden.
 * @param view the key of the current view; another view is shown immediately
 */
export function useStableRows<Row extends WithId>(
  list: PagedRows<Row>,
  view: string,
  pageSize: number,
): StableRows<Row> {
  const fresh = list.stale ? undefined : list.rows;
  const [shown, setShown] = useState<{ view: string; rows: readonly Row[] | undefined }>({
    view,
    rows: fresh,
  });
  if (fresh && (shown.view !== view || !shown.rows || replacesEmptyList(shown.rows, fresh)))
    setShown({ view, rows: fresh });
  const held = shown.view === view ? shown.rows : undefined;
  const pending = held && fresh ? pendingText(pendingChanges(held, fresh, pageSize), pageSize) : null;
  return {
    list: { ...list, rows: held ? inShownOrder(held, fresh) : list.rows },
    pending,
    // A read that has just finished may not be rendered yet: without its rows, the older ones would be shown.
    apply: (rows) => setShown({ view, rows }),
  };
}
