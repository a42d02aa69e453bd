import type { SortOrder } from '@callpoint/contract/paging';
import { tableTexts } from '../texts/table.ts';
import type { Column, ListView } from './table-types.ts';

/** The sort keys of a list with these columns. */
export function sortKeys<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ sort }) => sort ?? []);
}

type Sorted = Pick<ListView, 'sort' | 'order'>;

/** What a click on a column's header requests: the column's first order, then the other one. Always from page 1. */
export function toggleSort<Row>(column: Column<Row>, view: ListView): Partial<ListView> {
  if (column.sort === undefined) return {};
  const first = column.firstOrder ?? 'asc';
  const order = view.sort === column.sort ? opposite(view.order) : first;
  return { sort: column.sort, order, page: 1 };
}

function opposite(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc';
}

/** Another page size shows the rows around the first visible one. */
export function changePageSize(perPage: number, view: ListView): Partial<ListView> {
  const firstRow = (view.page - 1) * view.perPage;
  return { perPage, page: Math.floor(firstRow / perPage) + 1 };
}

/** Every order that the columns offer, for the select of narrow screens; `fromSortValue` reads `value`. */
export function sortChoices<Row>(columns: readonly Column<Row>[]): { value: string; label: string }[] {
  return columns.flatMap((column) => {
    const { sort, header, firstOrder = 'asc' } = column;
    if (sort === undefined) return [];
    const texts = orderTexts(column);
    return [firstOrder, opposite(firstOrder)].map((order) => ({
      value: formatSortValue({ sort, order }),
      label: tableTexts.sorted(header, texts[order]),
    }));
  });
}

/** Ids are in the order of time; other numbers are ordered by size. */
function orderTexts<Row>({ sort, numeric, firstOrder }: Column<Row>): Record<SortOrder, string> {
  if (numeric && sort !== 'id') return { asc: tableTexts.lowestFirst, desc: tableTexts.highestFirst };
  const isChronological = sort === 'id' || firstOrder === 'desc';
  return isChronological
    ? { asc: tableTexts.oldestFirst, desc: tableTexts.newestFirst }
    : { asc: tableTexts.aToZ, desc: tableTexts.zToA };
}

export function formatSortValue({ sort, order }: Sorted): string {
  return `${sort} ${order}`;
}

export function parseSortValue(value: string): Sorted {
  const [sort = '', order] = value.split(' ');
  return { sort, order: order === 'desc' ? 'desc' : 'asc' };
}
