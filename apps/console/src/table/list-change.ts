import type { SortOrder } from '@callpoint/contract/paging';
import { tableTexts } from '../lib/texts/table.ts';
import type { Column, ListView } from './table-types.ts';

/** The names by which a list with these columns can be sorted. */
export function sortKeys<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ sort }) => sort ?? []);
}

type Sorted = Pick<ListView, 'sort' | 'order'>;

/** What a click on a column's header asks for: the column's first order, then the other one. Always from page 1. */
export function sortedBy<Row>(column: Column<Row>, view: ListView): Partial<ListView> {
  if (column.sort === undefined) return {};
  const first = column.firstOrder ?? 'asc';
  const order = view.sort === column.sort ? opposite(view.order) : first;
  return { sort: column.sort, order, page: 1 };
}

function opposite(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc';
}

/** Another page size shows the rows around the first one that was visible. */
export function resized(perPage: number, view: ListView): Partial<ListView> {
  const firstRow = (view.page - 1) * view.perPage;
  return { perPage, page: Math.floor(firstRow / perPage) + 1 };
}

/** Every order that the columns offer, for the select of narrow screens; `value` is read by `fromSortValue`. */
export function sortChoices<Row>(columns: readonly Column<Row>[]): { value: string; label: string }[] {
  return columns.flatMap((column) => {
    if (column.sort === undefined) return [];
    const newestFirst = column.firstOrder === 'desc';
    const label = (order: SortOrder) =>
      tableTexts.sorted(
        column.header,
        (order === 'desc') === newestFirst ? firstWord(newestFirst) : secondWord(newestFirst),
      );
    return (newestFirst ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)).map((order) => ({
      value: sortValue({ sort: column.sort ?? '', order }),
      label: label(order),
    }));
  });
}

function firstWord(newestFirst: boolean): string {
  return newestFirst ? tableTexts.newestFirst : tableTexts.aToZ;
}

function secondWord(newestFirst: boolean): string {
  return newestFirst ? tableTexts.oldestFirst : tableTexts.zToA;
}

export function sortValue({ sort, order }: Sorted): string {
  return `${sort} ${order}`;
}

export function fromSortValue(value: string): Sorted {
  const [sort = '', order] = value.split(' ');
  return { sort, order: order === 'desc' ? 'desc' : 'asc' };
}
