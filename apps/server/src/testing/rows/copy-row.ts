import { sql } from 'kysely';
import type { Db, TableName } from '../../db/tables.ts';

/** Rows of each statement: a statement of PostgreSQL has a limit of parameters. */
const TOGETHER = 500;

/** Stores so many copies of a row, with new ids and the changes for each number from 0. */
export async function copyRow(
  db: Db,
  table: TableName,
  id: number,
  copies: number,
  changes: (number: number) => Record<string, unknown> = () => ({}),
): Promise<void> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id}`.execute(db);
  const { id: _, ...original } = rows[0] ?? {};
  for (let from = 0; from < copies; from += TOGETHER) {
    const values = Array.from({ length: Math.min(TOGETHER, copies - from) }, (__, at) => ({
      ...original,
      ...changes(from + at),
    }));
    await db.insertInto(table).values(values).execute();
  }
}
