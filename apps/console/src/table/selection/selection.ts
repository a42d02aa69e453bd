/** Selected rows by their id. They stay selected on other pages, so that several pages can be selected. */
export type Selection<Row> = ReadonlyMap<number, Row>;

/** The selection with some rows added, or removed. */
export function select<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  isSelected: boolean,
  keyOf: (row: Row) => number,
): Selection<Row> {
  const next = new Map(selection);
  for (const row of rows) {
    if (isSelected) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

/** Whether all, some or none of a page's rows are selected. */
export function selectionOf<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): 'all' | 'some' | 'none' {
  const count = rows.filter((row) => selection.has(keyOf(row))).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
