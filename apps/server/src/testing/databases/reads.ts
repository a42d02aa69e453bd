import { DatabaseSync } from 'node:sqlite';
import { sql, type RawBuilder } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { TEST_DATABASE } from './database.ts';

/**
 * Returns a function that counts what the database does for `work`, as a figure that depends on the rows and never on the
 * time: SQLite's instructions, or the rows that PostgreSQL reads from the table and its indexes. Call it before the statements
 * of `work` run for the first time.
 */
export function readCounter(table: string): (db: Db, work: (db: Db) => Promise<unknown>) => Promise<number> {
  return TEST_DATABASE === 'sqlite' ? countInstructions() : (db, work) => countRows(db, table, work);
}

/** Of a statement; newer than the types of Node that we use. */
type Counted = { stat: (counter: 'vmStep') => number };

function countInstructions(): (db: Db, work: (db: Db) => Promise<unknown>) => Promise<number> {
  const statements: Counted[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    const statement = prepare.call(this, text);
    statements.push(statement as unknown as Counted);
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
  const total = () => statements.reduce((sum, statement) => sum + statement.stat('vmStep'), 0);
  return async (db, work) => {
    const before = total();
    await work(db);
    return total() - before;
  };
}

async function countRows(db: Db, table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const total = async () => {
      const { rows } = await sql<{ rows: number }>`
        select sum(pg_stat_get_xact_tuples_returned(oid))::integer as rows from pg_class
        where oid = ${table}::regclass
          or oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`.execute(tx);
      return rows[0]?.rows ?? 0;
    };
    const before = await total();
    await work(tx);
    return (await total()) - before;
  });
}

type CostOptions = {
  table: string;
  /** Stores the rows of others with the numbers from `from` to before `to`. */
  add: (from: number, to: number) => Promise<unknown>;
  work: (db: Db) => Promise<unknown>;
};

/** A query of the numbers from `from` to before `to`, as `i`. */
export function numbersFrom(from: number, to: number): RawBuilder<unknown> {
  return sql`(with recursive numbers(i) as (
    select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to - 1)}) select i from numbers)`;
}

/** How often the work is repeated: PostgreSQL plans a statement for all values when it has run a few times. */
const RUNS = 10;

/** Expects that the database does about as much for `work` with 20,000 rows of others in a table as with 2,000; see `readCounter`. */
export async function expectSameCost(db: Db, { table, add, work }: CostOptions): Promise<void> {
  const countReads = readCounter(table);
  const measure = async (from: number, to: number) => {
    await add(from, to);
    await sql`${getDialect(db).settle}`.execute(db);
    return await countReads(db, async (on) => {
      for (let run = 0; run < RUNS; run += 1) await work(on);
    });
  };
  const few = await measure(0, 2_000);
  const many = await measure(2_000, 20_000);
  expect(many).toBeLessThanOrEqual(2 * few + 10 * RUNS);
}
