import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';
import { RowMenu } from './row-menu.tsx';
import { SortHeader } from './sort-header.tsx';
import type { ChangeView, ListView, TableShape } from './table-types.ts';

/** From this many columns on, they are closer together. */
const DENSE_FROM = 9;

interface RowsProps<Row> {
  shape: TableShape<Row>;
  rows: readonly Row[];
  view: ListView;
  onView: ChangeView;
  /** The number of skeleton rows. */
  skeletons: number;
}

/** The rows as a table, for wide screens. */
export function TableRows<Row>({ shape, rows, view, onView, skeletons }: RowsProps<Row>) {
  const { columns, actionsHeader, actions, rowLinks } = shape;
  const hasActions = actions !== undefined || rowLinks !== undefined;
  return (
    <table
      className={classes['table']}
      data-dense={columns.length + (hasActions ? 1 : 0) >= DENSE_FROM || undefined}
    >
      <caption className={classes['hidden']}>{shape.name}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <SortHeader key={column.key} column={column} view={view} onView={onView} />
          ))}
          {hasActions && (
            <th scope="col" data-numeric>
              {actionsHeader ?? tableTexts.actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={shape.rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} data-numeric={column.numeric || undefined}>
                {column.cell(row)}
              </td>
            ))}
            {hasActions && (
              <td className={classes['actions']}>
                {rowLinks?.(row)}
                {actions && <RowMenu name={shape.rowName(row)} actions={actions(row)} />}
              </td>
            )}
          </tr>
        ))}
        {Array.from({ length: skeletons }, (_, index) => (
          <tr key={`skeleton ${index}`} aria-hidden>
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
