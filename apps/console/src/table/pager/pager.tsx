import { tableTexts } from '../../texts/table.ts';
import { changePageSize } from '../list-change.ts';
import { PageButtons } from './page-buttons.tsx';
import { PagerFrame } from './pager-frame.tsx';
import classes from '../table.module.css';
import type { ChangeView, ListView } from '../table-types.ts';

interface PagerProps {
  view: ListView;
  pageCount: number;
  /** The number of all rows, where it is known. */
  total: number | undefined;
  /** How many rows a search examined, if there are more. */
  searched: number | undefined;
  narrow: boolean;
  onView: ChangeView;
}

/** The page, the number of rows where it is known, and the rows per page. */
export function Pager({ view, pageCount, total, searched, narrow, onView }: PagerProps) {
  const pages = Math.max(pageCount, 1);
  // Without a total, counting stopped: there are more pages, unless a search stopped.
  const isMinimum = total === undefined && searched === undefined;
  const first = (view.page - 1) * view.perPage + 1;
  return (
    <PagerFrame
      count={
        total === undefined
          ? isMinimum
            ? countAtLeast(first, view.perPage, pages)
            : null
          : tableTexts.rowsOf(first, Math.min(first + view.perPage - 1, total), total)
      }
      perPage={view.perPage}
      onPerPage={(perPage) => onView(changePageSize(perPage, view))}
    >
      <span className={classes['pageText']}>
        {isMinimum ? tableTexts.pageOfAtLeast(view.page, pages) : tableTexts.pageOf(view.page, pages)}
      </span>
      {pages > 1 && (
        <PageButtons page={view.page} pages={pages} narrow={narrow} onPage={(page) => onView({ page })} />
      )}
    </PagerFrame>
  );
}

/** The full thousands of rows that are known, as `1–20 of 2,000+`. */
function countAtLeast(first: number, perPage: number, pages: number): string | null {
  const known = Math.floor(((pages - 1) * perPage) / 1000) * 1000;
  return known > 0 ? tableTexts.rowsOfAtLeast(first, first + perPage - 1, known) : null;
}
