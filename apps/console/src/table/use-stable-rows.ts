import { useState } from 'react';
import type { PagedRows } from '../list/use-paged-list.ts';
import { inShownOrder, pendingChanges, pendingText, type WithId } from './stable-rows.ts';

interface StableRows<Row> {
  list: PagedRows<Row>;
  /** What waits to be shown, as the label of a button; null if nothing does. */
  pending: string | null;
  /** Shows the last read rows. */
  apply: () => void;
}

/**
 * Shows new rows of automatic reads only when the reader refreshes: rows appear, disappear and move only then.
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
  if (fresh && (shown.view !== view || !shown.rows)) setShown({ view, rows: fresh });
  const held = shown.view === view ? shown.rows : undefined;
  const pending = held && fresh ? pendingText(pendingChanges(held, fresh, pageSize), pageSize) : null;
  return {
    list: { ...list, rows: held ? inShownOrder(held, fresh) : list.rows },
    pending,
    apply: () => setShown({ view, rows: undefined }),
  };
}
