import type { Dialect } from '../dialect.ts';
import { inTransaction, TableHandle, type TableQueries } from './handle.ts';
import { prepared, type Param, type HandleQuery } from '../queries/prepared.ts';
import { readTogether, type ParamTypes } from '../queries/read-together.ts';
import type { Database } from '../tables.ts';

type AccountTables = Pick<
  Database,
  | 'admin'
  | 'team'
  | 'app_user'
  | 'session'
  | 'account_link'
  | 'known_network'
  | 'sign_in_failure'
  | 'saved_filter'
  | 'idempotency_key'
  | 'push_key'
  | 'push_subscription'
  | 'push_message'
> & {
  /** Which settings a subscriber has, without their values. */
  settings: Pick<Database['settings'], 'team_id' | 'setting_key'>;
  /** Whether the question of a push message is still open. */
  check_in: Pick<Database['check_in'], 'id' | 'state' | 'due_at'>;
  /** Until when subscribers are known to have all settings. */
  progress: Database['progress'];
};

/** A new subscriber starts with its settings and the first line of its history. */
type WrittenTables = Omit<AccountTables, 'settings' | 'check_in'> &
  Pick<Database, 'settings' | 'subscription_history'>;

export type AccountQueries = TableQueries<AccountTables, WrittenTables>;

/**
 * Accounts and their authentication, for the entire platform: administrators, subscribers and app users with their
 * passwords, sessions, links, known networks, failed sign-ins, saved filters and push messages.
 */
export class AccountsDb extends TableHandle<AccountTables, WrittenTables> {
  /** Distinguishes the type from PlatformDb. */
  readonly kind = 'accounts';

  /** Runs `work` in one transaction, on a handle inside it. */
  transaction<Result>(work: (tx: AccountsDb) => Promise<Result>): Promise<Result> {
    return inTransaction(this, (tx) => work(new AccountsDb(tx)));
  }
}

/** Like `prepared`, for the tables of an AccountsDb. */
export const accountsQuery: <Params, Result>(
  build: (db: AccountQueries, param: Param<Params>, dialect: Dialect) => HandleQuery<Result>,
) => (db: AccountsDb, params: Params) => Promise<Result[]> = prepared;

/** Like `readTogether`, for the tables of an AccountsDb. */
export const readAccountsTogether: <Params extends object, Result extends object>(
  types: ParamTypes<Params>,
  build: (db: AccountQueries, param: Param<Params>, dialect: Dialect) => HandleQuery<Result>,
) => (db: AccountsDb, params: Params) => Promise<Result[]> = readTogether;
