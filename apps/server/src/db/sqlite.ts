import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';
import { Turns } from './turns.ts';

/** Statements kept prepared. Lists have a few shapes each; a batch insert of a rare size may fall out. */
const KEPT_STATEMENTS = 500;

/** Kysely's dialect over node:sqlite. Durable: a commit that was answered survives a loss of power. */
export function sqliteDialect(file: string): SqliteDialect {
  return new OneConnectionDialect({ database: async () => openSqlite(file) });
}

/**
 * Kysely's dialect, but for how callers wait for the one connection: its own lock wakes all who wait at each release,
 * which under 10 presses at once is most of what a press costs.
 */
class OneConnectionDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new OneConnectionDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new OneConnectionAdapter();
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #turns = new Turns();

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return await super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.pass();
  }
}

class OneConnectionAdapter extends SqliteAdapter {
  /** True only so that Kysely adds no lock: the driver has one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma mmap_size = 268435456');
  database.exec('pragma cache_size = -65536');
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      // A transaction here always writes: taking the lock at once waits for another process (the admin command)
      // instead of failing when it upgrades.
      const made = wrap(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, made);
      return made;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) =>
      statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  };
}
