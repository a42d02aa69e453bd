import type { ColumnKind } from '../db/columns.ts';

/**
 * The content of a database in a form that is the same for SQLite and PostgreSQL: a backup stores it in a file, and a
 * move passes it on. A row is one line, a JSON list of the values of its columns.
 */

/** `migrations`: those that the database has executed, in their order. */
export type Origin = { createdAt: string; migrations: readonly string[] };

/** A table and its columns, in the order of the values in its rows. */
export type TableColumns = { table: string; columns: Readonly<Record<string, ColumnKind>> };

/** What a table has: the number of its rows, a hash of all of them in any order, and its last generated id. */
export type TableContent = { rows: number; hash: string; lastId: number | null };

/** Each table starts, has batches of rows, and ends. */
export type Part =
  | ({ kind: 'table' } & TableColumns)
  | { kind: 'rows'; lines: string[] }
  | ({ kind: 'end' } & TableContent);

/** The content of each table, by its name. */
export type Summary = ReadonlyMap<string, TableContent>;

/** The number of rows of all tables. */
export function totalRows(summary: Summary): number {
  return [...summary.values()].reduce((sum, { rows }) => sum + rows, 0);
}

/** Something that the operator must fix. `message` explains what, in one line. */
export class TransferError extends Error {}
