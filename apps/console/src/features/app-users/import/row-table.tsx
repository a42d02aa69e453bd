import { IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckedImportRow, ImportResult } from '@callpoint/contract/app-user-import';
import { useReadableNumber } from '../../../display/readable-number.ts';
import { Status } from '../../../display/status.tsx';
import { importTexts } from '../../../texts/import-users.ts';
import classes from './import.module.css';

interface RowTableProps {
  rows: readonly CheckedImportRow[];
  result: ImportResult;
}

/** The rows of the file, each with its result so far. On a narrow screen, each row is a card. */
export function RowTable({ rows, result }: RowTableProps) {
  const added = new Set(result.added.map(({ row }) => row));
  const failed = new Map(result.failed.map(({ row, msg }) => [row, msg]));
  const names = importTexts.columnNames;
  const readable = useReadableNumber();
  return (
    <div className={classes['frame']}>
      <table className={classes['table']} aria-label={importTexts.list}>
        <thead>
          <tr>
            <th scope="col">{importTexts.row}</th>
            <th scope="col">{names.name}</th>
            <th scope="col">{names.email}</th>
            <th scope="col">{names.phone}</th>
            <th scope="col">{importTexts.status}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td data-label={importTexts.row}>{row.row}</td>
              <td data-label={names.name}>{row.name}</td>
              <td data-label={names.email}>{row.email}</td>
              <td data-label={names.phone}>{readable(row.phone)}</td>
              <td data-label={importTexts.status}>
                {resultOf(row, added.has(row.row), failed.get(row.row))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function resultOf({ problems }: CheckedImportRow, isAdded: boolean, failure: string | undefined): ReactNode {
  if (isAdded) return <Status kind="sent">{importTexts.added}</Status>;
  if (failure !== undefined) return <Problem>{failure}</Problem>;
  if (problems.length === 0) return <Status kind="pending">{importTexts.ready}</Status>;
  return problems.map(({ msg }) => <Problem key={msg}>{msg}</Problem>);
}

function Problem({ children }: { children: string }) {
  return (
    <p className={classes['problem']}>
      <IconCircleX aria-hidden size={16} />
      <span>{children}</span>
    </p>
  );
}
