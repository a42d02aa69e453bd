import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { DiskFaults, type OnDiskFault } from './disk-faults.ts';

/**
 * Maximum prepared statements that are cached. Lists have a few shapes each; batch inserts of rare sizes may be
 * evicted.
 */
const MAX_CACHED_STATEMENTS = 500;

/**
 * Where SQLite keeps the pages that a statement changes, as they were before, in case the statement fails. In files for
 * statements that may change most of a large table.
 */
export type JournalPlace = 'in memory' | 'in files';

/** Bytes of the file that are mapped into memory, and of pages that are cached. */
export type SqliteMemory = { mapped: number; cached: number; journals: JournalPlace };
export const SERVER_MEMORY: SqliteMemory = {
  mapped: 256 * 1024 ** 2,
  // With a larger cache commits take longer: see docs/decisions/0331.
  cached: 8 * 1024 ** 2,
  journals: 'in memory',
};
/** For a command that reads each row once. */
export const TRANSFER_MEMORY: SqliteMemory = { mapped: 0, cached: 16 * 1024 ** 2, journals: 'in files' };

export type { OnDiskFault } from './disk-faults.ts';

/** A statement; `mayWrite` is false only if it changes nothing. */
export type Statement = SqliteStatement & { readonly mayWrite: boolean };

export interface OpenSqlite extends SqliteDatabase {
  prepare(sql: string): Statement;
  /** Pages of the log that are not in the database file yet. */
  countLogPages(): number;
  /** A number that changes when another connection has committed. */
  dataVersion(): number;
  /** False also after SQLite has rolled it back by itself. */
  isInTransaction(): boolean;
  /** For transactions that begin later; it can be changed. */
  journals: JournalPlace;
  /** Call it when another caller gets the connection. */
  forgetTransaction(): void;
}

/** Statements that change nothing. A commit is one: what it commits was written by others. */
const READS = /^\s*(select|pragma|begin|commit|rollback|savepoint|release|explain)\b/i;

const CHANGES: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);

/** `onWrite` is called before each statement that may change data, with the tables that it may change. */
type Listeners = { onWrite: (tables: ReadonlySet<string>) => void; onDiskFault: OnDiskFault };

/**
 * Opens the database. The log is not synced at each commit, and never copied into the file: see log-sync.ts and
 * checkpoints.ts.
 */
export function openSqlite(
  file: string,
  memory: SqliteMemory,
  { onWrite, onDiskFault }: Listeners,
): OpenSqlite {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const disk = new DiskFaults(database, onDiskFault);
  disk.run(() => configure(database, memory));
  // SQLite names the tables of a statement when it is prepared, also those of its foreign keys and triggers.
  let changed = new Set<string>();
  database.setAuthorizer((action, table) => {
    if (CHANGES.has(action) && table !== null) changed.add(table);
    return constants.SQLITE_OK;
  });
  const statements = new Map<string, Statement>();
  // It counts, and does nothing.
  const countPages = database.prepare('pragma wal_checkpoint(noop)');
  const readVersion = database.prepare('pragma data_version');
  const asBegin = (statement: Statement): Statement => ({
    ...statement,
    run(parameters) {
      if (opened.journals === 'in files') return statement.run(parameters);
      // SQLite reads this setting when a transaction begins. Afterward it would also keep large sorts in memory. Each change drops
      // temporary tables: this connection can have none.
      database.exec('pragma temp_store = memory');
      try {
        return statement.run(parameters);
      } finally {
        database.exec('pragma temp_store = default');
      }
    },
  });
  const opened: OpenSqlite = {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      // Transactions always write. With an immediate lock they wait for another process (the admin command) instead of
      // failing at the first write.
      changed = new Set();
      const isBegin = sql === 'begin';
      const statement = database.prepare(isBegin ? 'begin immediate' : sql);
      const tables = changed;
      const mayWrite = !READS.test(sql);
      const wrapped = wrap(statement, {
        mayWrite,
        run: (work) => {
          if (mayWrite) onWrite(tables);
          return disk.run(work);
        },
      });
      const prepared = isBegin ? asBegin(wrapped) : wrapped;
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, prepared);
      return prepared;
    },
    countLogPages() {
      const { log, checkpointed } = countPages.get() as { log: number; checkpointed: number };
      return log - checkpointed;
    },
    dataVersion: () => (readVersion.get() as { data_version: number }).data_version,
    isInTransaction: () => database.isTransaction,
    journals: memory.journals,
    forgetTransaction: () => disk.forgetTransaction(),
    close() {
      statements.clear();
      database.close();
    },
  };
  return opened;
}

function configure(database: DatabaseSync, { mapped, cached }: SqliteMemory): void {
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = normal');
  database.exec('pragma wal_autocheckpoint = 0');
  database.exec('pragma foreign_keys = on');
  database.exec(`pragma mmap_size = ${mapped}`);
  database.exec(`pragma cache_size = -${cached / 1024}`);
}

type Running = { mayWrite: boolean; run: <Result>(work: () => Result) => Result };

function wrap(statement: StatementSync, { mayWrite, run }: Running): Statement {
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
    mayWrite,
    all: (parameters) =>
      run(() => statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]).map(toRow),
    run: (parameters) => run(() => statement.run(...(parameters as SQLInputValue[]))),
    *iterate(parameters) {
      const rows = run(() => statement.iterate(...(parameters as SQLInputValue[])));
      try {
        for (;;) {
          const next = run(() => rows.next());
          if (next.done) return;
          yield toRow(next.value as unknown as unknown[]);
        }
      } finally {
        rows.return?.();
      }
    },
  };
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}
