import type { QueryCreator, RawBuilder } from 'kysely';
import { getDialect, type Dialect, type RowLock } from '../dialect.ts';
import type { Db } from '../tables.ts';

let unwrap: (handle: Handle) => Db;

/** The database for features: a connection or transaction that they can use only through the methods of a subclass. */
export abstract class Handle {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  static {
    unwrap = (handle) => handle.#db;
  }
}

/**
 * The connection or transaction of a handle. For the layers below the features: features pass them handles. The import
 * check rejects this file in a feature.
 */
export function rawDb(db: Db | Handle): Db {
  return db instanceof Handle ? unwrap(db) : db;
}

/** Runs `work` in one transaction; a handle that is in a transaction already uses that one. */
export function inTransaction<Result>(handle: Handle, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const db = unwrap(handle);
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Query builders for some tables: a query of any other table is a type error. */
export type TableQueries<Read, Written = Read> = Pick<QueryCreator<Read>, 'selectFrom'> &
  Pick<QueryCreator<Written>, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/** A handle with query builders for the tables `Read`, and those to change the tables `Written`. */
export abstract class TableHandle<Read, Written = Read>
  extends Handle
  implements TableQueries<Read, Written>
{
  get selectFrom(): TableQueries<Read, Written>['selectFrom'] {
    const db = unwrap(this);
    return db.selectFrom.bind(db);
  }

  get insertInto(): TableQueries<Read, Written>['insertInto'] {
    const db = unwrap(this);
    return db.insertInto.bind(db) as unknown as TableQueries<Read, Written>['insertInto'];
  }

  get updateTable(): TableQueries<Read, Written>['updateTable'] {
    const db = unwrap(this);
    return db.updateTable.bind(db) as unknown as TableQueries<Read, Written>['updateTable'];
  }

  get deleteFrom(): TableQueries<Read, Written>['deleteFrom'] {
    const db = unwrap(this);
    return db.deleteFrom.bind(db) as unknown as TableQueries<Read, Written>['deleteFrom'];
  }

  /** The end of a query that locks the rows it reads until the transaction ends, for `modifyEnd`. */
  rowLock(strength: RowLock): RawBuilder<unknown> {
    return getDialect(unwrap(this)).lock(strength);
  }

  /** Limits the transaction that this handle is in; see `Dialect`. */
  limitTransaction(limits: Parameters<Dialect['limitTransaction']>[1]): Promise<void> {
    const db = unwrap(this);
    return getDialect(db).limitTransaction(db, limits);
  }
}
