import type { CompiledQuery } from 'kysely';
import type { Dialect } from './dialect.ts';
import { prepared } from './prepared.ts';
import type { Handle } from './handle.ts';
import type { Db } from './tables.ts';

/** Rows of one statement. Any number is the sum of a few of these, and each statement is compiled once. */
const SIZES = [32, 16, 8, 4, 2, 1];

/**
 * Inserts any number of rows in few statements, because each is a round trip on PostgreSQL. `build` creates the
 * statement for the given rows and is called once for each size; each row has all of `columns`. Returns a function that
 * inserts rows in their order and returns the results of the statements.
 */
export function insertMany<Row extends object, Result = never>(
  columns: readonly (keyof Row & string)[],
  build: (db: Db, rows: Row[], dialect: Dialect) => { compile(): CompiledQuery<unknown> },
): (db: Db | Handle, rows: readonly Row[]) => Promise<Result[]> {
  const inserts = SIZES.map((size) => ({ size, insert: insertOf<Row, Result>(size, columns, build) }));
  return async (db, rows) => {
    const results: Result[] = [];
    let from = 0;
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
  build: (db: Db, rows: Row[], dialect: Dialect) => { compile(): CompiledQuery<unknown> },
) {
  // Values are named by their index: names for each cell of each row would cost more than the insert itself.
  const insert = prepared<Record<string, unknown>, Result>((db, param, dialect) => {
    const rows = Array.from({ length: size }, (_, row) =>
      Object.fromEntries(
        columns.map((column, index) => [column, param(String(row * columns.length + index))]),
      ),
    );
    return build(db, rows as Row[], dialect);
  });
  return (db: Db | Handle, rows: readonly Row[]) =>
    insert(
      db,
      rows.flatMap((row) => columns.map((column) => row[column])) as unknown as Record<string, unknown>,
    );
}
