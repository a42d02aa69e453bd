import type { DbColumn } from './columns.ts';
import { getDialect } from './dialect.ts';
import { TABLES, type Db } from './tables.ts';

/** The differences between a database and the declared tables: one sorted line for each, none if they are equal. */
export async function schemaDifferences(db: Db): Promise<string[]> {
  const { columnTypes, storedColumns } = getDialect(db);
  const found = await storedColumns(db);
  const differences: string[] = [];
  for (const [table, columns] of Object.entries<Record<string, DbColumn>>(TABLES)) {
    const present = new Map(
      found.filter((entry) => entry.table === table).map((entry) => [entry.column, entry]),
    );
    if (present.size === 0) {
      differences.push(`${table}: table is missing, no step in db/migrations creates it`);
      continue;
    }
    for (const [name, column] of Object.entries(columns)) {
      const actual = present.get(name);
      present.delete(name);
      const is = actual && describe(actual.type, actual.nullable);
      const declared = describe(columnTypes[column.kind], column.nullable);
      if (!actual) differences.push(`${table}.${name}: column is missing`);
      else if (is !== declared) differences.push(`${table}.${name}: is ${is}; declared ${declared}`);
    }
    for (const name of present.keys()) differences.push(`${table}.${name}: column is not declared`);
  }
  const undeclared = new Set(found.map(({ table }) => table).filter((table) => !(table in TABLES)));
  for (const table of undeclared) differences.push(`${table}: table is not declared`);
  return differences.toSorted();
}

function describe(type: string, nullable: boolean): string {
  return `${type}, ${nullable ? 'nullable' : 'not null'}`;
}
