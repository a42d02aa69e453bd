import {
  createQueryId,
  sql,
  type CompiledQuery,
  type Expression,
  type InsertQueryNode,
  type OperationNode,
  type RawBuilder,
  type TableNode,
  type ValueListNode,
  type ValuesNode,
} from 'kysely';
import { getDialect, type Dialect } from '../dialect.ts';
import { prepared } from './prepared.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import type { Db } from '../tables.ts';

/** Rows of one statement. Any number is the sum of a few of these, and each statement is compiled once. */
const SIZES = [32, 16, 8, 4, 2, 1];
/** Rows of one list, where a statement inserts a list. */
const LIST = 500;

/** A query builder of Kysely for an insert. */
export type InsertQuery = { compile(): CompiledQuery<unknown>; toOperationNode(): InsertQueryNode };

/** An insert of rows with the given values. */
type Build<Row> = (db: Db, rows: Row[], dialect: Dialect) => InsertQuery;

/** Which rows are inserted, with the columns of a row. */
export type InsertCondition = (inserted: (column: string) => RawBuilder<unknown>) => RawBuilder<boolean>;

type Options = {
  /** See `isSentWithNext`. */
  result?: 'not read';
  /** Default: all rows. */
  where?: InsertCondition;
};

/**
 * Inserts any number of rows in few statements, because each is a round trip on PostgreSQL. `build` creates a statement
 * for the given rows; each row has all of `columns`. Returns a function that inserts rows in their order and returns the
 * results of the statements.
 */
export function insertMany<Row extends object, Result = never>(
  columns: readonly (keyof Row & string)[],
  build: Build<Row>,
  options: Options = {},
): (db: Db | Handle, rows: readonly Row[]) => Promise<Result[]> {
  const inserts = SIZES.map((size) => ({
    size,
    insert: insertOf<Row, Result>(size, columns, build, options),
  }));
  const insertList = insertOfList<Row, Result>(columns, build, options);
  return async (db, rows) => {
    const results: Result[] = [];
    let from = 0;
    if (getDialect(rawDb(db)).tableRows) {
      for (; from < rows.length; from += LIST) {
        results.push(...(await insertList(db, { rows: jsonOf(rows.slice(from, from + LIST)) })));
      }
      return results;
    }
    for (const { size, insert } of inserts) {
      for (; rows.length - from >= size; from += size) {
        results.push(...(await insert(db, rows.slice(from, from + size))));
      }
    }
    return results;
  };
}

function insertOf<Row extends object, Result>(
  size: number,
  columns: readonly (keyof Row & string)[],
  build: Build<Row>,
  { where }: Options,
) {
  // Values are named by their index: names for each cell of each row would cost more than the insert itself.
  const insert = prepared<Record<string, unknown>, Result>((db, param, dialect) => {
    const cells = Array.from({ length: size }, (_, row) =>
      columns.map((_name, index) => param(String(row * columns.length + index))),
    );
    if (where) {
      const lists = sql.join(cells.map((row) => sql`(${sql.join(row)})`));
      const named = columns.map(
        (column, index) => sql`${sql.ref(`column${index + 1}`)} as ${sql.ref(column)}`,
      );
      const source = sql`(select ${sql.join(named)} from (values ${lists}))`;
      return insertFrom<Row, Result>(db, columns, build, dialect, () => source, where);
    }
    const rows = cells.map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])));
    return build(db, rows as Row[], dialect);
  });
  return (db: Db | Handle, rows: readonly Row[]) => {
    const values: unknown[] = [];
    for (const row of rows) for (const column of columns) values.push(row[column]);
    return insert(db, values as unknown as Record<string, unknown>);
  };
}

/** Inserts any number of rows, which are one parameter: a list. */
function insertOfList<Row extends object, Result>(
  columns: readonly (keyof Row & string)[],
  build: Build<Row>,
  { result, where }: Options,
) {
  return prepared<{ rows: string }, Result>((db, param, dialect) => {
    const source = (table: string) => dialect.tableRows?.(param('rows'), table) ?? sql`${table}`;
    return insertFrom<Row, Result>(db, columns, build, dialect, source, where);
  }, result);
}

/** The statement for one row, whose values are replaced by a query of the rows of `source`. */
function insertFrom<Row extends object, Result>(
  db: Db,
  columns: readonly (keyof Row & string)[],
  build: Build<Row>,
  dialect: Dialect,
  source: (table: string) => RawBuilder<unknown>,
  where: InsertCondition = () => sql`true`,
) {
  const inserted = (column: string) => sql.ref(`inserted.${column}`);
  const row = Object.fromEntries(columns.map((column) => [column, inserted(column)]));
  const insert = build(db, [row as Row], dialect).toOperationNode();
  const { name } = (insert.into as TableNode).table.identifier;
  const { values } = (insert.values as ValuesNode).values[0] as ValueListNode;
  const query = sql`select ${sql.join(values.map(expressionOf))} from ${source(name)} as inserted where ${where(inserted)}`;
  const node = { ...insert, values: query.toOperationNode() };
  const executor = db.getExecutor();
  return { compile: () => executor.compileQuery<Result>(node, createQueryId()) };
}

function expressionOf(node: OperationNode): Expression<unknown> {
  return { expressionType: undefined, toOperationNode: () => node };
}

/** What JSON escapes though it is no character: half of a surrogate pair. The database would reject the whole list. */
const HALF_PAIR = /\\ud[89a-f]/;

/** Rows as JSON that both databases accept: half of a surrogate pair becomes the replacement character. */
export function jsonOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  if (!HALF_PAIR.test(text)) return text;
  const wellFormed = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return JSON.stringify(rows, wellFormed);
}
