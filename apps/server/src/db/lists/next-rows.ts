import type { ListRow, QueryParams, QueryShape } from './compiled-list.ts';
import type { ListPosition, PageRequest } from './list-query.ts';

/** Rows in the order of a list, and the position of the last one: null after the end of the list. */
export type Step<Row = ListRow> = { rows: Row[]; position: ListPosition | null };

/** Reads rows after the position in `params`: with the same value in the sorted column, or beyond. */
type ReadRows<Row> = (after: QueryShape['after'], params: QueryParams) => Promise<Row[]>;

/** The next `limit` rows after a position, or the first ones. Unlike a page it costs the same at any position. */
export async function nextRows<Row extends ListRow>(
  { sort }: PageRequest,
  position: ListPosition | null,
  limit: number,
  read: ReadRows<Row>,
): Promise<Step<Row>> {
  const params = { afterSorted: position?.sorted, afterId: position?.id, offset: 0 };
  // Two queries, because SQLite would scan all rows with the same value if one query compared both columns.
  const equal = position && sort !== 'id' ? await read('equal', { ...params, limit }) : [];
  const beyond =
    equal.length < limit ? await read(position && 'beyond', { ...params, limit: limit - equal.length }) : [];
  const rows = [...equal, ...beyond];
  const last = rows.at(-1);
  return { rows, position: last && rows.length >= limit ? positionOf(last, sort) : null };
}

export function positionOf(row: ListRow, sort: string): ListPosition {
  return { sorted: row[sort], id: row['id'] as number };
}
