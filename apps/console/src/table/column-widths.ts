import { minWidthOf, type Column, type TableShape } from './table-types.ts';

/** The table's width in pixels: a custom property of the style sheet, so that nothing is measured before the first paint. */
const TABLE_WIDTH = '--table-width';

/**
 * The CSS widths of columns: at least their narrowest widths; then, in the order of their ranks, their useful widths, and
 * the widths for long texts; the rest goes to the columns that are not fixed.
 * @param others the widths of the other columns in pixels
 * @param isFull whether texts wrap: times then take two lines, which leaves more room for the others
 */
export function columnWidths<Row>(
  all: readonly Column<Row>[],
  others: number,
  isFull = false,
): Map<string, string> {
  const columns = isFull ? all.map((column) => (column.isTime ? { minWidth: 100, ...column } : column)) : all;
  const spare = (used: number) => `var(${TABLE_WIDTH}) - ${used}px`;
  const grows = new Map<string, string>();
  const reached = new Map(columns.map((column) => [column, minWidthOf(column)]));
  let used = columns.reduce((sum, column) => sum + minWidthOf(column), others);
  const ranked = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  for (const step of ['width', 'wide'] as const) {
    for (const column of ranked) {
      const growth = (column[step] ?? 0) - (reached.get(column) ?? 0);
      if (growth <= 0) continue;
      grows.set(column.key, `${grows.get(column.key) ?? ''} + clamp(0px, ${spare(used)}, ${growth}px)`);
      reached.set(column, column[step] ?? 0);
      used += growth;
    }
  }
  const sharing = columns.filter(({ fixed, isTime }) => !fixed && !isTime).length;
  const rest = ` + max(0px, ${spare(used)}) / ${sharing}`;
  return new Map(
    columns.map((column) => [
      column.key,
      `calc(${minWidthOf(column)}px${grows.get(column.key) ?? ''}${column.fixed || column.isTime ? '' : rest})`,
    ]),
  );
}

/** The widths that matter most come first. */
function rankOf<Row>({ rank = 9 }: Column<Row>): number {
  return rank;
}

/** Widths of the columns of checkboxes and actions in CSS pixels; the first as in the style sheet. */
const [SELECT_WIDTH, ACTIONS_WIDTH, LINKS_WIDTH] = [36, 61, 116];

/** Pixels of the column of actions; 0 without it. */
export function widthOfActions<Row>({ actions, rowLinks, rowButton, actionsWidth }: TableShape<Row>): number {
  if (!actions && !rowLinks && !rowButton) return 0;
  return actionsWidth ?? (rowLinks && actions ? LINKS_WIDTH : ACTIONS_WIDTH);
}

/** Pixels of the columns that show no facts. */
export function widthOfOthers<Row>(shape: TableShape<Row>): number {
  return (shape.bulk ? SELECT_WIDTH : 0) + widthOfActions(shape);
}

/** Pixels that these columns need at least. */
export function neededWidth<Row>(shape: TableShape<Row>, columns = shape.columns): number {
  return columns.reduce((sum, column) => sum + minWidthOf(column), widthOfOthers(shape));
}
