import { useState } from 'react';
import type { PagedRows } from '../list/use-paged-list.ts';
import { inShownOrder, pendingChanges, pendingText, type Identified } from './stable-rows.ts';

interface Steady<Row> {
  list: PagedRows<Row>;
  /** What waits to be shown, as the words of a button; null when nothing does. */
  pending: string | null;
  /** Shows what was read last. */
  apply: () => void;
}

/**
 * Holds back what a page reads by itself until the reader asks for it: rows come, go and change places only then.
 * @param view names what is looked at; another view is shown as it comes
 */
export function useStableRows<Row extends Identified>(
  list: PagedRows<Row>,
  view: string,
  pageSize: number,
): Steady<Row> {
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
