import { hash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { getDialect, type Dialect } from '../dialect.ts';
import { currentSpan } from '../../tracing/spans.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import { tryRunNow } from '../sqlite/sqlite-dialect.ts';
import type { Db } from '../tables.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The placeholder of a parameter while a query is built. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name];

/** The queries whose results nobody reads. */
const sentWithNext = new Set<string>();

/**
 * Whether PostgreSQL may receive this statement of a transaction with the next one. Nobody reads its result; its error is that
 * of the next statement, at the latest of the commit.
 */
export function isSentWithNext(sql: string): boolean {
  return sentWithNext.has(sql);
}

/** A query builder of Kysely, or its `sql` tag. */
export type PreparableQuery<Result> = { compile(db: Db): CompiledQuery<Result> };

/** The same for features: what they write to build a query receives no connection. */
export type HandleQuery<Result> = { compile(db: never): CompiledQuery<Result> };

const names = new Map([
  ['begin', 'callpoint_begin'],
  ['commit', 'callpoint_commit'],
]);

/**
 * The same text has the same name in every process: a pooler may give a process a session in which another process has
 * prepared its queries, and a name must never run another text.
 */
function nameOf(sql: string): string {
  return `callpoint_${hash('sha256', sql, 'base64url')}`;
}

/** The name of a prepared query, under which PostgreSQL stores it; undefined for any other SQL. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

/** Whether the values are a list: the placeholders are `0`, `1`, ... in this order. */
function isList(placeholders: readonly unknown[]): boolean {
  return (
    placeholders.length > 0 &&
    placeholders.every((value, index) => value instanceof Placeholder && value.name === String(index))
  );
}

/** A statement without its texts, and without what is in parentheses, such as the queries that it reads. */
function withoutParts(sql: string): string {
  const without = sql.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll(/\([^()]*\)/g, '');
  return without === sql ? sql : withoutParts(without);
}

/**
 * A query that is compiled once for each database, because compiling costs as much as a short query. `build` is called
 * once for each database, with `param('name')` for each value; lists of varying length are not possible. Returns a
 * function that runs the query on a connection, a transaction or a handle, and returns the rows.
 * @param result `not read`: see `isSentWithNext`. A statement with `returning` is rejected, because its rows would be lost; in a
 * part that it reads itself, `returning` is allowed.
 */
export function prepared<Params, Result>(
  build: (db: Db, param: Param<Params>, dialect: Dialect) => PreparableQuery<Result>,
  result: 'read' | 'not read' = 'read',
) {
  // The connection and its transactions share their adapter, so one compiled query serves both.
  const compiled = new WeakMap<object, CompiledQuery<Result> & { isList: boolean }>();
  return async (on: Db | Handle, params: Params): Promise<Result[]> => {
    const db = rawDb(on);
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      const param = ((name: string) => new Placeholder(name)) as unknown as Param<Params>;
      const built = build(db, param, getDialect(db)).compile(db);
      query = { ...built, isList: isList(built.parameters) };
      if (result === 'not read') {
        if (/\breturning\b/i.test(withoutParts(query.sql)))
          throw new Error(`a query whose result is not read returns rows: ${query.sql}`);
        sentWithNext.add(query.sql);
      }
      compiled.set(adapter, query);
      if (!names.has(query.sql)) names.set(query.sql, nameOf(query.sql));
    }
    const parameters =
      query.isList && Array.isArray(params)
        ? (params as readonly unknown[])
        : query.parameters.map((value) =>
            value instanceof Placeholder ? params[value.name as keyof Params] : value,
          );
    // A query of a trace runs by Kysely's executor, which reports it.
    const now = db.isTransaction || currentSpan() ? null : tryRunNow(adapter, query.sql, parameters);
    if (now !== null) return now as Result[];
    const { rows } = await db.executeQuery<Result>({ ...query, parameters });
    return rows;
  };
}
