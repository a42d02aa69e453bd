import type { ReactNode } from 'react';
import classes from './form-table.module.css';
import type { FormRowState } from '../edits/use-form-row.ts';

/** The roles are repeated: browsers drop those of a table that is displayed as blocks. */
const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

interface FormTableProps {
  /** The element id of the table's label. */
  labelledBy: string;
  /** From the rows' own header to their buttons; `width` in CSS, for columns that don't share the remaining width. */
  columns: readonly { header: string; width?: string }[];
  children: ReactNode;
}

/**
 * Records that are edited in a table, each with its own Save. With little room a row becomes a card, and its fields
 * show their labels.
 */
export function FormTable({ labelledBy, columns, children }: FormTableProps) {
  return (
    <div className={classes['container']}>
      <table {...ROLE.table} className={classes['table']} aria-labelledby={labelledBy}>
        <thead {...ROLE.group}>
          <tr {...ROLE.row}>
            {columns.map(({ header, width }) => (
              <th key={header} scope="col" {...ROLE.columnHeader} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

interface FormRowProps {
  /** Without `onSubmit` the row has nothing to save, only links. */
  row: Pick<FormRowState, 'form'> & Partial<Pick<FormRowState, 'onSubmit'>>;
  /** The name of the row. */
  header: ReactNode;
  /** The number of cells in `children`. */
  fields: number;
  buttons: ReactNode;
  /** Shown below the entire row. */
  note?: ReactNode;
  /** `FormCell`s. */
  children: ReactNode;
}

export function FormRow({ row, header, fields, buttons, note, children }: FormRowProps) {
  const headerId = `${row.form}header`;
  return (
    <tbody {...ROLE.group} aria-labelledby={headerId}>
      <tr {...ROLE.row}>
        <th id={headerId} scope="row" {...ROLE.rowHeader} rowSpan={note ? 2 : 1}>
          <div className={classes['header']}>{header}</div>
        </th>
        {children}
        <td {...ROLE.cell}>
          {row.onSubmit ? (
            <form id={row.form} noValidate className={classes['buttons']} onSubmit={row.onSubmit}>
              {buttons}
            </form>
          ) : (
            <div className={classes['buttons']}>{buttons}</div>
          )}
        </td>
      </tr>
      {note && (
        <tr {...ROLE.row}>
          <td {...ROLE.cell} colSpan={fields + 1}>
            {note}
          </td>
        </tr>
      )}
    </tbody>
  );
}

export function FormCell({ children }: { children: ReactNode }) {
  return <td {...ROLE.cell}>{children}</td>;
}
