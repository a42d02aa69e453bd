import { NativeSelect } from '@mantine/core';
import { PAGE_SIZES } from '@callpoint/contract/page-sizes';
import { tableTexts } from '../texts/table.ts';
import { changePageSize } from './list-change.ts';
import { PageButtons } from './page-buttons.tsx';
import classes from './table.module.css';
import type { ChangeView, ListView } from './table-types.ts';

interface PagerProps {
  view: ListView;
  pageCount: number;
  narrow: boolean;
  onView: ChangeView;
}

/** The page, and the rows per page. It names only pages: their product is not a count of records. */
export function Pager({ view, pageCount, narrow, onView }: PagerProps) {
  const pages = Math.max(pageCount, 1);
  return (
    <nav className={classes['pager']} aria-label={tableTexts.pages}>
      <NativeSelect
        label={tableTexts.rowsPerPage}
        value={String(view.perPage)}
        data={PAGE_SIZES.map(String)}
        onChange={(event) => onView(changePageSize(Number(event.currentTarget.value), view))}
        classNames={{ root: classes['size'] ?? '', label: classes['sizeLabel'] ?? '' }}
      />
      <span className={classes['pageText']}>{tableTexts.pageOf(view.page, pages)}</span>
      {pages > 1 && (
        <PageButtons page={view.page} pages={pages} narrow={narrow} onPage={(page) => onView({ page })} />
      )}
    </nav>
  );
}
