import { setImmediate } from 'node:timers';
import { sql } from 'kysely';
import { isPress } from '../../scheduling/query-limit.ts';
import { currentSpan } from '../../tracing/spans.ts';
import { getDialect, type Dialect, type JsonColumns } from '../dialect.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import { prepared, type Param, type PreparableQuery } from './prepared.ts';
import type { Db } from '../tables.ts';

/** Maximum reads of one query. */
const TOGETHER = 64;

type Reader<Params, Result> = (on: Db | Handle, params: Params) => Promise<Result[]>;

/** The types of the parameters, which a query of several reads receives as JSON. */
export type ParamTypes<Params> = Readonly<Record<keyof Params & string, JsonColumns[string]>>;

/**
 * Like `prepared`, for a read of every press. Where each query is a round trip, the reads of presses that arrive in the
 * same tick of the event loop run as one query. All other reads, and those of a transaction or a trace, run separately.
 */
export function readTogether<Params extends object, Result extends object>(
  types: ParamTypes<Params>,
  build: (db: Db, param: Param<Params>, dialect: Dialect) => PreparableQuery<Result>,
): Reader<Params, Result> {
  const readOne = prepared<Params, Result>(build);
  const readAll = readerOfAll(types, build);
  const collectors = new WeakMap<Db, (params: Params) => Promise<Result[]>>();
  return async (on, params) => {
    const db = rawDb(on);
    if (!getDialect(db).joinQuery || db.isTransaction || !isPress() || currentSpan())
      return await readOne(db, params);
    let read = collectors.get(db);
    if (!read) {
      read = collected(async (all: Params[]) => {
        const [only, second] = all;
        return only && !second ? [await readOne(db, only)] : await readAll(db, all);
      });
      collectors.set(db, read);
    }
    return await read(params);
  };
}

/** Runs the query once for each element of a list, in one statement. Returns the rows of each, in their order. */
function readerOfAll<Params extends object, Result extends object>(
  types: ParamTypes<Params>,
  build: (db: Db, param: Param<Params>, dialect: Dialect) => PreparableQuery<Result>,
): (db: Db, all: readonly Params[]) => Promise<Result[][]> {
  type Numbered = Result & { read_number: number };
  const read = prepared<{ reads: string }, Numbered>((db, param, dialect) => {
    const columnOf = ((name: string) => sql.ref(`wanted.${name}`)) as unknown as Param<Params>;
    const wanted = dialect.jsonRows(param('reads'), 'wanted', { read_number: 'integer', ...types });
    const found = dialect.joinQuery?.(build(db, columnOf, dialect), 'found');
    return sql<Numbered>`select wanted.read_number, found.* from ${wanted} ${found}`;
  });
  return async (db, all) => {
    const reads = JSON.stringify(all.map((params, number) => ({ ...params, read_number: number })));
    const results = all.map((): Result[] => []);
    for (const { read_number: number, ...row } of await read(db, { reads }))
      results[number]?.push(row as unknown as Result);
    return results;
  };
}

/** Collects the calls of a tick, and runs them together. An error is that of all of them. */
function collected<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  async function runTogether(calls: readonly Waiting[]): Promise<void> {
    try {
      const results = await run(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, at) => resolve(results[at] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
  function runAll(): void {
    const calls = waiting;
    waiting = [];
    for (let from = 0; from < calls.length; from += TOGETHER)
      void runTogether(calls.slice(from, from + TOGETHER));
  }
  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) setImmediate(runAll);
    });
}
