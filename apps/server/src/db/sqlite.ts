import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { mustYieldToPresses, yieldIfLowPriority } from '../scheduling/press-priority.ts';
import { Semaphore } from '../scheduling/semaphore.ts';

/**
 * Maximum prepared statements that are cached. Lists have a few shapes each; batch inserts of rare sizes may be
 * evicted.
 */
const MAX_CACHED_STATEMENTS = 500;

/** Bytes of the file that are mapped into memory, and of pages that are cached. */
export type SqliteMemory = { mapped: number; cached: number };
const SERVER_MEMORY: SqliteMemory = { mapped: 256 * 1024 ** 2, cached: 64 * 1024 ** 2 };
/** For a command that reads each row once. */
export const TRANSFER_MEMORY: SqliteMemory = { mapped: 0, cached: 16 * 1024 ** 2 };

/** Kysely's dialect over node:sqlite. Durable: a confirmed commit survives a loss of power. */
export function sqliteDialect(file: string, memory: SqliteMemory = SERVER_MEMORY): SqliteDialect {
  return new OneConnectionDialect(new OneConnection(file, memory));
}

/**
 * The single connection, with another lock than Kysely's, which wakes all waiting callers at each release: with 10
 * concurrent presses, this is most of the cost of a press.
 */
class OneConnection {
  readonly permits = new Semaphore({ permits: 1 });
  readonly #file: string;
  readonly #memory: SqliteMemory;
  #database: SqliteDatabase | null = null;

  constructor(file: string, memory: SqliteMemory) {
    this.#file = file;
    this.#memory = memory;
  }

  get database(): SqliteDatabase {
    return (this.#database ??= openSqlite(this.#file, this.#memory));
  }

  /** Runs a statement in this tick; null if a transaction uses the connection, or presses come first. */
  tryRun(sql: string, parameters: readonly unknown[]): unknown[] | null {
    if (this.#database === null || this.permits.size > 0 || mustYieldToPresses()) return null;
    const statement = this.#database.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }
}

class OneConnectionDialect extends SqliteDialect {
  readonly #connection: OneConnection;

  constructor(connection: OneConnection) {
    super({ database: async () => connection.database });
    this.#connection = connection;
  }

  override createDriver(): SqliteDriver {
    return new OneConnectionDriver(this.#connection);
  }

  override createAdapter(): SqliteAdapter {
    return new OneConnectionAdapter(this.#connection);
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #permits: Semaphore;

  constructor(connection: OneConnection) {
    super({ database: async () => connection.database });
    this.#permits = connection.permits;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await yieldIfLowPriority();
    await this.#permits.acquire();
    return await super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#permits.release();
  }
}

class OneConnectionAdapter extends SqliteAdapter {
  readonly connection: OneConnection;

  constructor(connection: OneConnection) {
    super();
    this.connection = connection;
  }

  /** True only so that Kysely adds no lock: the driver has one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** All pending migrations are one transaction, which a copy of a database continues. Kysely assumes steps with pragmas. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Runs a compiled query without Kysely's executor, whose promises cost more than a short query of this database.
 * Returns its rows; null if it must wait, or if the database is another one.
 * @param adapter of a connection that is in no transaction
 */
export function tryRunNow(adapter: object, sql: string, parameters: readonly unknown[]): unknown[] | null {
  return adapter instanceof OneConnectionAdapter ? adapter.connection.tryRun(sql, parameters) : null;
}

function openSqlite(file: string, { mapped, cached }: SqliteMemory): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec(`pragma mmap_size = ${mapped}`);
  database.exec(`pragma cache_size = -${cached / 1024}`);
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      // Transactions always write. With an immediate lock they wait for another process (the admin command) instead of
      // failing at the first write.
      const prepared = wrap(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, prepared);
      return prepared;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

function wrap(statement: StatementSync): SqliteStatement {
  // Rows are read as arrays, because reading them as objects is slow in V8: a page of a list would take more than twice
  // as long.
  statement.setReturnArrays(true);
  let names = columnNames(statement);
  const toRow = (values: unknown[]) => {
    // A migration may have added a column to `select *`.
    if (values.length !== names.length) names = columnNames(statement);
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
    return row;
  };
  return {
    reader: names.length > 0,
    all: (parameters) =>
      (statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]).map(toRow),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    *iterate(parameters) {
      const rows = statement.iterate(...(parameters as SQLInputValue[])) as Iterable<unknown>;
      for (const values of rows) yield toRow(values as unknown[]);
    },
  };
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}
