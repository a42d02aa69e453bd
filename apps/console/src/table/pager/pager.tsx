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
  narrow: boolean;
  onView: ChangeView;
}

/** The page, the number of rows where it is known, and the rows per page. */
export function Pager({ view, pageCount, total, narrow, onView }: PagerProps) {
  const pages = Math.max(pageCount, 1);
  const first = (view.page - 1) * view.perPage + 1;
  return (
    <PagerFrame
      count={
        total === undefined
          ? null
          : tableTexts.rowsOf(first, Math.min(first + view.perPage - 1, total), total)
      }
      perPage={view.perPage}
      onPerPage={(perPage) => onView(changePageSize(perPage, view))}
    >
      <span className={classes['pageText']}>{tableTexts.pageOf(view.page, pages)}</span>
      {pages > 1 && (
        <PageButtons page={view.page} pages={pages} narrow={narrow} onPage={(page) => onView({ page })} />
      )}
    </PagerFrame>
  );
}
