import { sql } from 'kysely';
import type { Column } from './columns.ts';
import type { DatabaseKind } from './connection.ts';
import { TABLES, type Db } from './tables.ts';

type Found = { table: string; column: string; type: string; nullable: boolean };

const TYPES: Record<DatabaseKind, Record<Column['kind'], string>> = {
  sqlite: { id: 'integer', integer: 'integer', text: 'text', moment: 'text' },
  postgres: { id: 'integer', integer: 'integer', text: 'text', moment: 'timestamp with time zone' },
};

/** What a database has other than the declared tables; one line a difference, sorted, none when they are equal. */
export async function schemaDifferences(db: Db, kind: DatabaseKind): Promise<string[]> {
  const found = kind === 'sqlite' ? await sqliteColumns(db) : await postgresColumns(db);
  const differences: string[] = [];
  for (const [table, columns] of Object.entries<Record<string, Column>>(TABLES)) {
    const present = new Map(
      found.filter((entry) => entry.table === table).map((entry) => [entry.column, entry]),
    );
    if (present.size === 0) {
      differences.push(`${table}: table is missing`);
      continue;
    }
    for (const [name, column] of Object.entries(columns)) {
      const actual = present.get(name);
      present.delete(name);
      const is = actual && describe(actual.type, actual.nullable);
      const declared = describe(TYPES[kind][column.kind], column.nullable);
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

async function sqliteColumns(db: Db): Promise<Found[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; required: number }>`
    select m.name as "table", c.name as "column", lower(c.type) as type, c."notnull" as required
    from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'kysely_%' and m.name not like 'sqlite_%'`.execute(db);
  return rows.map(({ table, column, type, required }) => ({ table, column, type, nullable: required === 0 }));
}

async function postgresColumns(db: Db): Promise<Found[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: string }>`
    select table_name as "table", column_name as "column", data_type as type, is_nullable as nullable
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db);
  return rows.map(({ table, column, type, nullable }) => ({
    table,
    column,
    type,
    nullable: nullable === 'YES',
  }));
}
