import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { zoneText } from '../display/timestamp-text.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { toggleSort } from './list-change.ts';
import classes from './table.module.css';
import type { ChangeView, Column, ListView } from './table-types.ts';

/** The reader's zone. The first use of zone names takes a phone many milliseconds, so the rows are painted before. */
const zoneNow = createStore('', () => {
  requestAnimationFrame(() => setTimeout(() => zoneNow.set(zoneText(new Date().getFullYear()))));
  return () => {};
});

interface SortHeaderProps<Row> {
  column: Column<Row>;
  view: ListView;
  onView: ChangeView;
}

/** A column's heading; a button where the server can sort by it. */
export function SortHeader<Row>({ column, view, onView }: SortHeaderProps<Row>) {
  const numeric = column.numeric || undefined;
  const zone = column.isTime && <Zone />;
  if (column.sort === undefined) {
    return (
      <th scope="col" data-numeric={numeric}>
        {column.header}
        {zone}
      </th>
    );
  }
  const sorted = view.sort === column.sort;
  const Icon = sorted ? (view.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  const ariaSort = sorted ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={ariaSort} data-numeric={numeric}>
      <button
        type="button"
        className={classes['sort']}
        data-sorted={sorted || undefined}
        onClick={() => onView(toggleSort(column, view))}
      >
        <span>
          {column.header}
          {zone}
        </span>
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}

/** The reader's time zone, after a space. */
export function Zone() {
  return <span className={classes['zone']}> {useStore(zoneNow)}</span>;
}
