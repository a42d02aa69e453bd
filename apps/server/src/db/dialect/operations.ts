import type { CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import type { ColumnKind } from '../columns.ts';
import type { Db } from '../tables.ts';

/** Column types as PostgreSQL names them; SQLite reads the values without a type. */
export type JsonColumns = Readonly<Record<string, 'integer' | 'text' | 'timestamptz'>>;

/**
 * How a query locks the rows that it reads until the transaction ends. `update`: nobody else locks or changes them;
 * `no key update`: the same, but rows that refer to them can be inserted; `share`: nobody changes them;
 * `update skip locked`: like `update`, and rows that another transaction has locked are left out.
 */
export type RowLock = 'update' | 'no key update' | 'share' | 'update skip locked';

/** A column as the database describes it; `type` is the database's own name. */
export type StoredColumn = { table: string; column: string; type: string; nullable: boolean };

/** What SQLite and PostgreSQL write differently: everything else in this server is the same for both. */
export type Dialect = {
  /**
   * A JSON list of objects as a table named `alias`: any number of rows in one parameter, so that a statement over
   * many rows is compiled once and costs one round trip. Names come from our code, never from a caller's text.
   */
  jsonRows(rows: unknown, alias: string, columns: JsonColumns): RawBuilder<unknown>;

  /** A JSON list of values as a query, for `in (...)`. */
  jsonValues(list: unknown, type?: 'integer' | 'text'): RawBuilder<unknown>;

  /**
   * The end of a query that locks the rows it reads; a query builder takes it by `modifyEnd`. Empty on SQLite, where a
   * transaction has the database to itself.
   */
  lock(strength: RowLock): RawBuilder<unknown>;

  /** A moment and a number of milliseconds, which may be negative. */
  addMilliseconds(moment: RawBuilder<unknown>, milliseconds: RawBuilder<unknown>): RawBuilder<unknown>;

  /** The start of the quarter of an hour that a moment is in. */
  startOfQuarter(moment: RawBuilder<unknown>): RawBuilder<string>;

  /** True where a transaction can commit after another that started later: new rows appear between old ones. */
  commitsOutOfOrder: boolean;

  /** The type of columns for a moment. */
  momentType: RawBuilder<unknown>;

  /**
   * Adds the column `id`, whose values ascend and are never used again. With `given` an insert may bring its own.
   */
  addId<Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
    ids?: 'generated' | 'given',
  ): CreateTableBuilder<Table, Columns | 'id'>;

  /** After inserts with given ids: the next generated id of the table follows the highest one. */
  continueIds(db: Kysely<unknown>, table: string): Promise<void>;

  /** Types of declared columns, by the names that `storedColumns` returns. */
  columnTypes: Readonly<Record<ColumnKind, string>>;

  /** All columns of the product's tables. */
  storedColumns(db: Db): Promise<StoredColumn[]>;

  /** Deletes all rows of tables; generated ids start at 1 again. A table refers only to tables before it. */
  deleteAllRows(db: Db, tables: readonly string[]): Promise<void>;

  /** After inserts of very many rows: brings the database into the state that it would reach by itself in minutes. */
  settle: RawBuilder<unknown>;

  /** On this connection commits do not wait for the disk: for data that can be made again. */
  skipDiskWaits: RawBuilder<unknown>;

  /** True for the error of a statement that would have stored a second row where only one is allowed. */
  isUniqueViolation(error: Error): boolean;
};
