import { SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely';
import { mustYieldToPresses, yieldIfLowPriority } from '../../scheduling/press-priority.ts';
import { Semaphore } from '../../scheduling/semaphore.ts';
import { Checkpoints } from './checkpoints.ts';
import { LogSync } from './log-sync.ts';
import { LimitsInText } from './query-compiler.ts';
import {
  openSqlite,
  type JournalPlace,
  type OnDiskFault,
  type OpenSqlite,
  type SqliteMemory,
} from './open-sqlite.ts';

/**
 * `onError` is called when the log could not be copied into the database; it is tried again later. `onDiskFault` is called
 * when the disk has not stored a change.
 */
type Listeners = { onError: (error: Error) => void; onDiskFault: OnDiskFault };

/** Kysely's dialect over node:sqlite. Durable: what resolves after a commit survives a loss of power. */
export function sqliteDialect(file: string, memory: SqliteMemory, listeners: Listeners): SqliteDialect {
  return new OneConnectionDialect(new OneConnection(file, memory, listeners));
}

/**
 * The single connection, with another lock than Kysely's, which wakes all waiting callers at each release: with 10
 * concurrent presses, this is most of the cost of a press.
 */
class OneConnection {
  readonly permits = new Semaphore({ permits: 1 });
  readonly log: LogSync;
  readonly #checkpoints: Checkpoints;
  readonly #file: string;
  readonly #memory: SqliteMemory;
  readonly #onDiskFault: OnDiskFault;
  #database: OpenSqlite | null = null;
  /** Whether the holder of the permit may have changed data. */
  #hasWritten = false;
  /** Statements of this connection that may have changed data: all, and those of each table. */
  #writes = 0;
  readonly #writesTo = new Map<string, number>();

  constructor(file: string, memory: SqliteMemory, { onError, onDiskFault }: Listeners) {
    this.#file = file;
    this.#memory = memory;
    this.#onDiskFault = onDiskFault;
    this.log = new LogSync(file);
    this.#checkpoints = new Checkpoints(file, this.permits, onError);
  }

  get database(): OpenSqlite {
    const onWrite = (tables: ReadonlySet<string>) => {
      this.#hasWritten = true;
      this.#writes += 1;
      for (const table of tables) this.#writesTo.set(table, this.#writesToAny([table]) + 1);
    };
    const onDiskFault = this.#onDiskFault;
    return (this.#database ??= openSqlite(this.#file, this.#memory, { onWrite, onDiskFault }));
  }

  /** See `Dialect.changeMark`; null while it is not open. */
  changeMark(tables: readonly string[] | undefined): string | null {
    const writes = tables ? this.#writesToAny(tables) : this.#writes;
    return this.#database && `${writes}.${this.#database.dataVersion()}`;
  }

  #writesToAny(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#writesTo.get(table) ?? 0), 0);
  }

  /** Runs a query in this tick; null if it may write, if a transaction uses the connection, or if presses come first. */
  tryRun(sql: string, parameters: readonly unknown[]): unknown[] | null {
    if (this.#database === null || mustYieldToPresses()) return null;
    if (this.permits.size > 0 && !this.#checkpoints.holdsPermit) return null;
    const statement = this.#database.prepare(sql);
    return statement.mayWrite ? null : statement.all(parameters);
  }

  /** Lets others use the connection, and resolves when what its holder has committed is on the disk. */
  async release(): Promise<void> {
    const mustWait = this.#hasWritten;
    this.#hasWritten = false;
    this.#database?.forgetTransaction();
    this.permits.release();
    if (!mustWait) return;
    this.log.noteCommit();
    this.#checkpoints.noteCommit(this.database.countLogPages());
    await this.log.wait();
  }

  /** Closes it; SQLite copies the log into the database. */
  async close(): Promise<void> {
    await this.#checkpoints.close();
    await this.log.close();
    this.#database?.close();
    this.#database = null;
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

  override createQueryCompiler(): LimitsInText {
    return new LimitsInText();
  }

  override createAdapter(): SqliteAdapter {
    return new OneConnectionAdapter(this.#connection);
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #connection: OneConnection;

  constructor(connection: OneConnection) {
    super({ database: async () => connection.database });
    this.#connection = connection;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await yieldIfLowPriority();
    await this.#connection.permits.acquire();
    return await super.acquireConnection();
  }

  /** SQLite may have rolled it back by itself after an error, which a second one would hide. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.isInTransaction()) await super.rollbackTransaction(connection);
  }

  override releaseConnection(): Promise<void> {
    return this.#connection.release();
  }

  override destroy(): Promise<void> {
    return this.#connection.close();
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

/**
 * Resolves when everything that this connection has read until now is on the disk: for answers that confirm what another
 * call may have committed in this moment.
 */
export async function waitForLog(adapter: object): Promise<void> {
  if (adapter instanceof OneConnectionAdapter) await adapter.connection.log.wait();
}

/** See `Dialect.changeMark`. */
export function changeMarkOf(adapter: object, tables?: readonly string[]): string | null {
  return adapter instanceof OneConnectionAdapter ? adapter.connection.changeMark(tables) : null;
}

/** From now on, commits of this connection do not wait for the disk. */
export function skipLogSync(adapter: object): void {
  if (adapter instanceof OneConnectionAdapter) adapter.connection.log.skip();
}

/** See `JournalPlace`. Returns a function that restores what it was. */
export function keepStatementJournals(adapter: object, where: JournalPlace): () => void {
  if (!(adapter instanceof OneConnectionAdapter)) return () => {};
  const { database } = adapter.connection;
  const before = database.journals;
  database.journals = where;
  return () => (database.journals = before);
}
