import type { ColumnKind } from '../db/columns.ts';
import { TransferError, type TableColumns } from './parts.ts';

type Row = Record<string, unknown>;

/** The line of a row: the same for equal rows of either database. */
export function lineOf({ table, columns }: TableColumns, row: Row): string {
  return JSON.stringify(
    Object.entries(columns).map(([name, kind]) => encoded(row[name] ?? null, kind, `${table}.${name}`)),
  );
}

/** The values of a line, in the order of the columns, as both databases accept them. */
export function valuesOf({ table, columns }: TableColumns, line: string): unknown[] {
  const values: unknown = JSON.parse(line);
  const kinds = Object.values(columns);
  if (!Array.isArray(values) || values.length !== kinds.length)
    throw new TransferError(`a row of the table ${table} does not have its ${kinds.length} columns`);
  return values.map((value: unknown, index) =>
    kinds[index] === 'bytes' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );
}

function encoded(value: unknown, kind: ColumnKind, column: string): unknown {
  if (value === null) return null;
  if (kind === 'bytes') return Buffer.from(value as Uint8Array).toString('base64');
  if (kind !== 'moment') return value;
  const moment = new Date(value as string);
  if (Number.isNaN(moment.getTime())) throw new TransferError(`a value of ${column} is not a time`);
  return moment.toISOString();
}
