import type { ColumnKind, DbColumn } from '../db/columns.ts';
import { getDialect } from '../db/dialect.ts';
import { TABLES, type Db } from '../db/tables.ts';
import type { TableColumns } from './parts.ts';

/** All tables of a database, which may be of an earlier version; a table refers only to tables before it. */
export async function readTables(db: Db): Promise<TableColumns[]> {
  const { columnTypes, storedColumns, storedReferences } = getDialect(db);
  const tables = new Map<string, Record<string, ColumnKind>>();
  for (const { table, column, type } of (await storedColumns(db)).toSorted((a, b) =>
    a.column < b.column ? -1 : 1,
  )) {
    const columns = tables.get(table) ?? {};
    columns[column] = declaredKind(table, column) ?? kindOf(type, columnTypes);
    tables.set(table, columns);
  }
  return inOrder([...tables.keys()].toSorted(), await storedReferences(db)).map((table) => ({
    table,
    columns: tables.get(table) ?? {},
  }));
}

function declaredKind(table: string, column: string): ColumnKind | undefined {
  const declared: Readonly<Record<string, Readonly<Record<string, DbColumn>>>> = TABLES;
  return declared[table]?.[column]?.kind;
}

/** The kind of a column that this version no longer has. */
function kindOf(type: string, types: Readonly<Record<ColumnKind, string>>): ColumnKind {
  const kinds: readonly ColumnKind[] = ['integer', 'text', 'bytes', 'moment'];
  const kind = kinds.find((one) => types[one] === type);
  if (!kind) throw new Error(`columns of the type ${type} cannot be copied`);
  return kind;
}

function inOrder(
  names: readonly string[],
  references: readonly { table: string; refersTo: string }[],
): string[] {
  const ordered = new Set<string>();
  while (ordered.size < names.length) {
    const before = ordered.size;
    for (const name of names) {
      const waits = references.some(
        ({ table, refersTo }) => table === name && refersTo !== name && !ordered.has(refersTo),
      );
      if (!waits) ordered.add(name);
    }
    if (ordered.size === before) throw new Error('tables refer to each other in a circle');
  }
  return [...ordered];
}
