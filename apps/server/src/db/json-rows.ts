import { sql, type RawBuilder } from 'kysely';
import { databaseKind } from './connection.ts';
import type { Db } from './tables.ts';

/** Column types as PostgreSQL names them; SQLite takes the values as they are. */
export type JsonColumns = Readonly<Record<string, 'integer' | 'text' | 'timestamptz'>>;

/**
 * A JSON list of objects as a table named `alias`: any number of rows in one parameter, so that a statement over
 * many rows is compiled once and costs one round trip. Names come from our code, never from a caller's text.
 */
export function jsonRows(db: Db, rows: unknown, alias: string, columns: JsonColumns): RawBuilder<unknown> {
  const names = Object.keys(columns);
  if (databaseKind(db) === 'postgres') {
    const typed = names.map((name) => sql`${sql.id(name)} ${sql.raw(columns[name] ?? 'text')}`);
    return sql`json_to_recordset(${rows}::json) as ${sql.id(alias)}(${sql.join(typed)})`;
  }
  const fields = names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`);
  return sql`(select ${sql.join(fields)} from json_each(${rows})) as ${sql.id(alias)}`;
}
