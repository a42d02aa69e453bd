import type { CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import type { ColumnKind } from '../columns.ts';
import type { Db } from '../tables.ts';

/** Column types as PostgreSQL names them; SQLite reads the values without a type. */
export type JsonColumns = Readonly<Record<string, 'integer' | 'bigint' | 'text' | 'timestamptz'>>;

/**
 * How a query locks the rows that it reads until the transaction ends. `update`: no other transaction locks or changes
 * them; `no key update`: the same, but rows that refer to them can be inserted; `share`: no other transaction changes
 * them; `skip locked`: the same, without the rows that another transaction has locked.
 */
export type RowLock =
  | 'update'
  | 'no key update'
  | 'share'
  | 'key share of s'
  | 'update skip locked'
  | 'no key update skip locked';

/** A table with rows that refer to those of another. */
export type StoredReference = { table: string; refersTo: string };

/** A column as the database describes it; `type` is the database's own name. */
export type StoredColumn = { table: string; column: string; type: string; nullable: boolean };

/** `columns`: with parentheses, as in `create index`, and with the condition of a partial index. */
export type NewIndex = { table: string; columns: RawBuilder<unknown> };

/** Reports what takes long, for the log; it contains nothing personal. */
export type ReportProgress = (level: 'info' | 'warn', details: object, text: string) => void;

/** The SQL that differs between SQLite and PostgreSQL. Everything else in this server is the same for both. */
export type Dialect = {
  /**
   * A JSON list of objects as a table named `alias`: any number of rows in one parameter, so that a statement over
   * many rows is compiled once and costs one round trip. Names come from our code, never from a caller's text.
   */
  jsonRows(rows: unknown, alias: string, columns: JsonColumns): RawBuilder<unknown>;

  /** Whether a JSON list contains `value`: one parameter for any number of values. Uses an index of the value's column. */
  isOneOf(value: RawBuilder<unknown>, list: unknown, type?: 'integer' | 'text'): RawBuilder<boolean>;

  /**
   * Whether a text contains another one, exactly. Null if either is null. At worst, it takes the product of both lengths:
   * limit them.
   */
  includes(text: RawBuilder<unknown>, part: RawBuilder<unknown>): RawBuilder<unknown>;

  /** The text of a property of the JSON object in a text column; null without the object. */
  jsonText(column: RawBuilder<unknown>, property: string): RawBuilder<unknown>;

  /**
   * The end of a query that locks the rows it reads, for a query builder's `modifyEnd`. Empty on SQLite, where a
   * transaction locks the entire database.
   */
  lock(strength: RowLock): RawBuilder<unknown>;

  /**
   * Limits a transaction, in milliseconds: how long it waits for a lock, and how long it may do nothing before the database
   * ends it, because its process is paused and its locks make others wait. Nothing on SQLite, which one process uses.
   */
  limitTransaction(
    tx: Pick<Kysely<never>, 'getExecutor'>,
    limits: { lockWait?: number; idle?: number },
  ): Promise<void>;

  /**
   * Locks the key of both values until the transaction ends: two transactions with the same key run one after the other.
   * Null on SQLite, which has one transaction at a time.
   */
  lockKey: ((text: RawBuilder<unknown>, number: RawBuilder<unknown>) => RawBuilder<unknown>) | null;

  /**
   * Locks migrations until the transaction ends, so that one process runs them at a time. It waits for the others without a
   * limit. Null on SQLite, which one process uses.
   */
  lockMigrations: ((tx: Pick<Kysely<never>, 'getExecutor'>) => Promise<void>) | null;

  /**
   * A list of JSON objects as rows of a table, for an insert of any number of rows; null where statements with a parameter
   * for each value are faster.
   */
  tableRows: ((list: unknown, table: string) => RawBuilder<unknown>) | null;

  /**
   * Joins each row of the left side with the rows of `table` whose ids a query returns for it: the query may refer to the
   * left side, and have a limit of its own.
   */
  joinEach(table: string, alias: string, ids: RawBuilder<unknown>): RawBuilder<unknown>;

  /**
   * Joins each row of the left side with the rows of `query`, which may refer to it; null where one query after the other
   * is faster, because a query is no round trip.
   */
  joinQuery: ((query: unknown, alias: string) => RawBuilder<unknown>) | null;

  /** A column in a condition, for which the planner then uses no index. */
  withoutIndex(column: RawBuilder<unknown>): RawBuilder<unknown>;

  /** The sum of a time and a number of milliseconds, which may be negative. */
  addMilliseconds(moment: RawBuilder<unknown>, milliseconds: RawBuilder<unknown>): RawBuilder<unknown>;

  /** The start of the quarter of an hour that contains a time. */
  startOfQuarter(moment: RawBuilder<unknown>): RawBuilder<string>;

  /** True where a query is a round trip, during which other work runs; false where nothing else runs until it ends. */
  queriesWait: boolean;

  /** True where a transaction can commit after another that started later, so that new rows appear between old rows. */
  commitsOutOfOrder: boolean;

  /** The type of columns for a time. */
  momentType: RawBuilder<unknown>;

  /** The type of columns for the content of a file. */
  bytesType: RawBuilder<unknown>;

  /**
   * Adds the column `id`, whose values ascend and are never reused. With `given`, an insert may set its own.
   */
  addId<Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
    ids?: 'generated' | 'given',
  ): CreateTableBuilder<Table, Columns | 'id'>;

  /**
   * A transaction that keeps the ids of the rows of its last `insert`, which returns `id`: later statements of it find
   * them by their number, from 1, so that nobody waits for them. Null where an insert returns its ids without a round trip.
   */
  keptIds: {
    keep(insert: RawBuilder<unknown>): RawBuilder<unknown>;
    find(number: RawBuilder<number>): RawBuilder<number>;
  } | null;

  /** After inserts with given ids: the next generated id of the table follows the highest one. */
  continueIds(db: Kysely<unknown>, table: string): Promise<void>;

  /** The part of an insert before its values, if they contain an id. */
  withGivenId: RawBuilder<unknown>;

  /** Types of declared columns, by the names that `storedColumns` returns. */
  columnTypes: Readonly<Record<ColumnKind, string>>;

  /** Whether a complete index of the table has this name. */
  hasIndex(db: Pick<Kysely<never>, 'getExecutor'>, name: string, table: string): Promise<boolean>;

  /**
   * Builds an index while others read and write its table, also next to another process that builds it, and replaces one that was
   * not completed. It waits for the transactions in progress, and reports them once a minute. Not in a transaction. Null on SQLite, where
   * nothing runs next to a migration.
   */
  buildIndex: ((db: Db, name: string, index: NewIndex, report: ReportProgress) => Promise<void>) | null;

  /** All columns of all tables. Views, foreign tables and what an extension of the database created are left out. */
  storedColumns(db: Db): Promise<StoredColumn[]>;

  /** The references between tables. */
  storedReferences(db: Db): Promise<StoredReference[]>;

  /** The last id that each table has generated, also if its row was deleted; tables without one are left out. */
  lastIds(db: Db): Promise<{ table: string; lastId: number }[]>;

  /** Later generated ids of the table are higher than this one. */
  setLastId(db: Db, table: string, lastId: number): Promise<void>;

  /**
   * Starts a transaction on a connection that only reads, and reads the same state of the database however long it takes.
   * On SQLite it does not delay writes.
   */
  beginSnapshot: RawBuilder<unknown>;

  /** Ends it. */
  endSnapshot: RawBuilder<unknown>;

  /** Reads the rows of a table on one connection, in batches of at most `size`. Only the batches need memory. */
  readRows(
    db: Db,
    table: string,
    columns: readonly string[],
    size: number,
  ): AsyncGenerator<Record<string, unknown>[]>;

  /** How many connections of servers the database has; 0 where they have locked its file instead. */
  countServerConnections(db: Db): Promise<number>;

  /** Deletes all rows of tables; generated ids start at 1 again. A table refers only to tables before it. */
  deleteAllRows(db: Db, tables: readonly string[]): Promise<void>;

  /** Call it after inserts of many rows: runs the maintenance that the database would otherwise run minutes later. */
  settle: RawBuilder<unknown>;

  /** Stores as much as a large press, and deletes it. Rejects if the disk has no space for it. */
  checkSpace(db: Db): Promise<void>;

  /** Commits on this connection do not wait for the disk: for data that can be recreated. */
  skipDiskWaits(db: Db): Promise<void>;

  /**
   * Resolves when everything that was visible until now is on the disk. A query sees what other calls have committed, on
   * SQLite a moment before it is on the disk: an answer that confirms it must wait.
   * @param adapter of the connection
   */
  waitForDisk(adapter: object): Promise<void>;

  /**
   * A value whose calculation changes nothing, and the commit waits like any other: on PostgreSQL, for the synchronous standbys. What it
   * could see is then as durable as what it committed. `commitsWait`: whether another commit of this role has waited for a standby for
   * seconds. Null on SQLite, see `waitForDisk`.
   */
  emptyChange: { value: RawBuilder<unknown>; commitsWait: RawBuilder<boolean> } | null;

  /**
   * A text that differs after each change of the database, whoever made it; null where it is not known without a query.
   * What was read between two equal ones is what the database contains now.
   * @param adapter of a connection that is in no transaction
   * @param tables only changes of these count, where it is known which table was changed; default: all
   */
  changeMark(adapter: object, tables?: readonly string[]): string | null;

  /**
   * A text that differs after each update of the row that a query names `row`, whoever made it; null where `changeMark` says
   * without a query what has changed.
   */
  rowMark: ((row: string) => RawBuilder<string>) | null;

  /** From now on, each change of `settings` also changes the `rowMark` of the subscriber in `team`. */
  markSubscribersOfSettings(db: Kysely<unknown>): Promise<void>;

  /** True for the error of a transaction that failed because others held its locks: it can be repeated. See `limitTransaction`. */
  isLockConflict(error: unknown): boolean;

  /** True for the error of a statement that violates a unique constraint. */
  isUniqueViolation(error: Error): boolean;
};
