import { getDialect, type Dialect } from '../dialect.ts';
import { addEmptyChange, storeEmptyChange } from '../empty-change.ts';
import { inTransaction, rawDb, TableHandle, type TableQueries } from './handle.ts';
import { IncidentsDb } from './incidents.ts';
import { insertMany, type InsertCondition, type InsertQuery } from '../queries/insert-many.ts';
import { lockKeys, type Key } from '../queries/locked-keys.ts';
import { prepared, type Param, type HandleQuery } from '../queries/prepared.ts';
import { readFromReplica } from '../replica.ts';
import type { Database } from '../tables.ts';

/** The platform's tables, without those that authenticate accounts. */
type PlatformTables = Pick<
  Database,
  | 'config'
  | 'reach'
  | 'reach_address'
  | 'bad_address'
  | 'sending_usage'
  | 'button_click'
  | 'form_submission'
  | 'image'
  | 'delivery'
  | 'delivery_attempt'
  | 'check_in'
  | 'incident'
> & { team: Omit<Database['team'], 'password_hash'> };

/** Submissions are stored for several subscribers in one transaction, with their messages. */
type WrittenTables = Pick<
  Database,
  'config' | 'reach' | 'reach_address' | 'button_click' | 'form_submission' | 'image' | 'check_in'
>;

type PlatformQueries = TableQueries<PlatformTables, WrittenTables>;

/**
 * Data of the entire platform: the configuration, figures of all subscribers, their reachability, and the tables of the
 * delivery. Rows of one subscriber are read and changed through its TenantDb.
 */
export class PlatformDb extends TableHandle<PlatformTables, WrittenTables> {
  /** Distinguishes the type from AccountsDb. */
  readonly kind = 'platform';

  /** Runs `work` in one transaction, on handles inside it. */
  transaction<Result>(work: (tx: PlatformDb, incidents: IncidentsDb) => Promise<Result>): Promise<Result> {
    return inTransaction(this, (tx) => work(new PlatformDb(tx), new IncidentsDb(tx)));
  }

  /** Locks keys until this transaction ends. */
  lockKeys(keys: readonly Key[]): Promise<void> {
    return lockKeys(rawDb(this), keys);
  }

  /** Resolves when everything that was read until now is durable: on the disk, and on the synchronous standbys. */
  async waitUntilDurable(): Promise<void> {
    const db = rawDb(this);
    await getDialect(db).waitForDisk(db.getExecutor().adapter);
    await storeEmptyChange(db);
  }

  /** Lets the commit of this transaction wait until everything that it has read is durable, also if it changes nothing. */
  async commitDurably(): Promise<void> {
    await addEmptyChange(rawDb(this));
  }

  /** Runs a read that takes long, on a replica if there is one that has all changes. */
  readFromReplica<Result>(read: (platform: PlatformDb) => Promise<Result>): Promise<Result> {
    return readFromReplica(rawDb(this), (from) => read(new PlatformDb(from)));
  }
}

/** Like `prepared`, for the tables of a PlatformDb. */
export const platformQuery: <Params, Result>(
  build: (db: PlatformQueries, param: Param<Params>, dialect: Dialect) => HandleQuery<Result>,
) => (db: PlatformDb, params: Params) => Promise<Result[]> = prepared;

export type { InsertCondition };

/** Like `insertMany`, for the tables of a PlatformDb. */
export const platformInsert: <Row extends object, Result = never>(
  columns: readonly (keyof Row & string)[],
  build: (db: PlatformQueries, rows: Row[], dialect: Dialect) => InsertQuery,
  options: { where: InsertCondition },
) => (db: PlatformDb, rows: readonly Row[]) => Promise<Result[]> = insertMany;
