import { Fragment, useId } from 'react';
import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';
import { RowButton } from './row-button.tsx';
import { RowFailure } from './row-failure.tsx';
import { RowMenu } from './row-menu.tsx';
import { SelectBox } from './selection/select-box.tsx';
import { selectionOf, type Selection } from './selection/selection.ts';
import { SortHeader } from './sort-header.tsx';
import type { ChangeView, ListView, TableShape } from './table-types.ts';
import { columnWidths, widthOfActions, widthOfOthers } from './column-widths.ts';

export interface RowsProps<Row> {
  shape: TableShape<Row>;
  rows: readonly Row[];
  view: ListView;
  onView: ChangeView;
  /** The number of skeleton rows. */
  skeletons: number;
  /** Whether texts wrap instead of ending with an ellipsis. */
  isFull: boolean;
  selection: Selection<Row>;
  /** Why the last bulk action failed, by the row's key. */
  failures: ReadonlyMap<number, string>;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
}

/** The rows as a table, for wide screens. Long texts end with an ellipsis, unless the reader chose full texts. */
export function TableRows<Row>({
  shape,
  rows,
  view,
  onView,
  skeletons,
  isFull,
  selection,
  failures,
  onSelect,
}: RowsProps<Row>) {
  const { columns, actionsHeader, actions, rowLinks, rowButton, rowKey, rowName, bulk } = shape;
  const actionsWidth = widthOfActions(shape);
  const hasActions = actionsWidth > 0;
  const widths = columnWidths(columns, widthOfOthers(shape), isFull);
  const ids = useId();
  return (
    <table className={classes['table']} ref={showsFullTexts}>
      <caption className="visually-hidden">{shape.name}</caption>
      <colgroup>
        {bulk && <col className={classes['selectColumn']} data-unprinted />}
        {columns.map((column) => (
          <col key={column.key} style={{ width: widths.get(column.key) }} />
        ))}
        {hasActions && <col style={{ width: actionsWidth }} data-unprinted />}
      </colgroup>
      <thead>
        <tr>
          {bulk && (
            <th scope="col" className={classes['select']} data-unprinted>
              <SelectBox
                label={tableTexts.selectPage}
                state={selectionOf(selection, rows, rowKey)}
                onChange={(isSelected) => onSelect(rows, isSelected)}
              />
            </th>
          )}
          {columns.map((column) => (
            <SortHeader key={column.key} column={column} view={view} onView={onView} />
          ))}
          {hasActions && (
            <th scope="col" data-numeric data-unprinted>
              {actionsHeader ?? tableTexts.actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const failure = failures.get(key);
          const failureId = failure === undefined ? undefined : `${ids}${key}`;
          return (
            <Fragment key={key}>
              <tr
                data-selected={selection.has(key) || undefined}
                data-urgent={shape.isUrgent?.(row) || undefined}
              >
                {bulk && (
                  <td className={classes['select']} data-unprinted>
                    <SelectBox
                      label={tableTexts.selectRow(rowName(row))}
                      state={selection.has(key) ? 'all' : 'none'}
                      failureId={failureId}
                      onChange={(isSelected) => onSelect([row], isSelected)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-numeric={column.numeric || undefined}
                    data-wraps={column.wraps || undefined}
                  >
                    {column.twoLines ? (
                      <span className={classes['twoLines']}>{column.cell(row)}</span>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
                {hasActions && (
                  <td className={classes['actions']} data-unprinted>
                    {rowLinks?.(row)}
                    {rowButton && <RowButton spec={rowButton(row)} />}
                    {actions && <RowMenu name={rowName(row)} actions={actions(row)} />}
                  </td>
                )}
              </tr>
              {failureId && failure && (
                <tr data-selected={selection.has(key) || undefined} data-unprinted>
                  <td colSpan={columns.length + (bulk ? 1 : 0) + (hasActions ? 1 : 0)} data-wraps>
                    <RowFailure id={failureId} isNew={shape.failure?.row === key}>
                      {failure}
                    </RowFailure>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
        {Array.from({ length: skeletons }, (_, index) => (
          <tr key={`skeleton ${index}`} aria-hidden>
            {bulk && <td aria-hidden />}
            {columns.map((column) => (
              <td key={column.key} aria-hidden>
                <span className={classes['skeleton']} />
              </td>
            ))}
            {hasActions && <td aria-hidden />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Texts that end with an ellipsis are shown in full under the pointer; for others on the record, and in rows with full texts. */
function showsFullTexts(table: HTMLTableElement | null): (() => void) | undefined {
  table?.addEventListener('mouseover', showFullText);
  return () => table?.removeEventListener('mouseover', showFullText);
}

function showFullText({ target }: Event): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
  );
  if (isCut && !cell.title) cell.title = cell.innerText;
  else if (!isCut && cell.title) cell.removeAttribute('title');
}
