import '@mantine/core/styles/Pagination.layer.css';
import { NativeSelect, Pagination } from '@mantine/core';
import { PAGE_SIZES } from '@callpoint/contract/page-sizes';
import { resized } from './list-change.ts';
import classes from './table.module.css';
import type { ChangeView, ListView } from './table-types.ts';

const ARROW_NAMES = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

interface PagerProps {
  view: ListView;
  pageCount: number;
  narrow: boolean;
  onView: ChangeView;
}

/** Which page, how many rows a page. It names pages only: the product of both is no count of records. */
export function Pager({ view, pageCount, narrow, onView }: PagerProps) {
  const pages = Math.max(pageCount, 1);
  return (
    <nav className={classes['pager']} aria-label="Pages">
      <NativeSelect
        label="Rows per page"
        value={String(view.perPage)}
        data={PAGE_SIZES.map(String)}
        onChange={(event) => onView(resized(Number(event.currentTarget.value), view))}
        classNames={{ root: classes['size'] ?? '', label: classes['sizeLabel'] ?? '' }}
      />
      <span className={classes['pageText']}>
        Page {view.page} of {pages}
      </span>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={view.page}
          onChange={(page) => onView({ page })}
          withPages={!narrow}
          withEdges={narrow}
          classNames={{ root: classes['pages'] ?? '' }}
          getControlProps={(control) => ({ 'aria-label': ARROW_NAMES[control] })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </nav>
  );
}
