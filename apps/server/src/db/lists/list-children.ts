import { sql } from 'kysely';
import { getDialect } from '../dialect.ts';
import { prepared } from '../queries/prepared.ts';
import type { Db, TableName } from '../tables.ts';

/** Rows of `table` that belong to a list's rows: `on` contains the id of the list's row. */
export type Children = { table: TableName; on: string; columns: readonly string[] };

type Row = Record<string, unknown>;

const queries = new WeakMap<Children, ReturnType<typeof queryFor>>();

function queryFor({ table, on, columns }: Children) {
  return prepared<{ ids: string }, Row>((db, param) => {
    const isOneOf = getDialect(db).isOneOf(sql.ref(on), param('ids'), 'integer');
    const read = sql.join([on, ...columns].map((name) => sql.ref(name)));
    return sql<Row>`select ${read} from ${sql.table(table)} where ${isOneOf} order by ${sql.ref(on)}, id`;
  });
}

/** The children of `rows` by the id of their row, in the order in which they were created. */
export async function findChildren(
  db: Db,
  children: Children,
  rows: readonly Row[],
): Promise<Map<unknown, Row[]>> {
  const found = new Map<unknown, Row[]>(rows.map(({ id }) => [id, []]));
  if (rows.length === 0) return found;
  let query = queries.get(children);
  if (!query) queries.set(children, (query = queryFor(children)));
  for (const { [children.on]: id, ...child } of await query(db, {
    ids: JSON.stringify([...found.keys()]),
  })) {
    found.get(id)?.push(child);
  }
  return found;
}
