import type { ColumnKind, DbColumn } from '../db/columns.ts';
import { getDialect } from '../db/dialect.ts';
import { TABLES, type Db } from '../db/tables.ts';
import type { TableColumns } from './parts.ts';

/** Tables of earlier versions that this one no longer has. */
const FORMER_TABLES: ReadonlySet<string> = new Set(['password_reset']);

/** The tables of Callpoint in a database, which may be of an earlier version; a table refers only to tables before it. */
export async function readTables(db: Db): Promise<TableColumns[]> {
  const { columnTypes, storedColumns, storedReferences } = getDialect(db);
  const tables = new Map<string, Record<string, ColumnKind>>();
  for (const { table, column, type } of (await storedColumns(db)).toSorted((a, b) =>
    a.column < b.column ? -1 : 1,
  )) {
    if (!isOurs(table)) continue;
    const columns = tables.get(table) ?? {};
    columns[column] = declaredKind(table, column) ?? kindOf(type, columnTypes);
    tables.set(table, columns);
  }
  return inOrder([...tables.keys()].toSorted(), await storedReferences(db)).map((table) => ({
    table,
    columns: tables.get(table) ?? {},
  }));
}

/** The names of other tables in the database, sorted: somebody else created them. */
export async function readOtherTables(db: Db): Promise<string[]> {
  const names = new Set((await getDialect(db).storedColumns(db)).map(({ table }) => table));
  return [...names].filter((name) => !isOurs(name)).toSorted();
}

function isOurs(table: string): boolean {
  return Object.hasOwn(TABLES, table) || FORMER_TABLES.has(table);
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
