import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { toggleSort } from './list-change.ts';
import classes from './table.module.css';
import type { ChangeView, Column, ListView } from './table-types.ts';

interface SortHeaderProps<Row> {
  column: Column<Row>;
  view: ListView;
  onView: ChangeView;
}

/** A column's heading; a button where the server can sort by it. */
export function SortHeader<Row>({ column, view, onView }: SortHeaderProps<Row>) {
  const style = column.minWidth === undefined ? undefined : { minWidth: column.minWidth };
  const numeric = column.numeric || undefined;
  if (column.sort === undefined) {
    return (
      <th scope="col" data-numeric={numeric} style={style}>
        {column.header}
      </th>
    );
  }
  const sorted = view.sort === column.sort;
  const Icon = sorted ? (view.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  const ariaSort = sorted ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={ariaSort} data-numeric={numeric} style={style}>
      <button
        type="button"
        className={classes['sort']}
        data-sorted={sorted || undefined}
        onClick={() => onView(toggleSort(column, view))}
      >
        {column.header}
        <Icon size={14} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
}
