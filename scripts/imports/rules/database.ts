/**
 * Files of the server that may depend on the database: all differences between SQLite and PostgreSQL are in
 * `dialect.ts` and its folder; the others open a connection or read its settings. A folder ends with a slash.
 */
export const dialectFiles: readonly string[] = [
  'src/db/dialect.ts',
  'src/db/dialect/',
  'src/db/connection.ts',
  'src/db/sqlite/',
  // Names the file of the thread that copies the log of SQLite.
  'vite.config.ts',
  'src/db/postgres/',
  'src/events/postgres-listening.ts',
  'src/events/postgres-relay.ts',
  'src/config/database-url.ts',
  'src/config/environment.ts',
  // Addresses of databases that an operator enters.
  'src/transfer/location-url.ts',
  // Explains the database to the operator.
  'src/doctor/check-database.ts',
  'src/doctor/check-direct.ts',
  'src/doctor/check-failover.ts',
  'src/doctor/check-replica.ts',
];

/** Drivers of the databases, only for the same files. */
export const databaseDrivers: readonly string[] = ['pg', 'node:sqlite'];

/** The implementation of `dialect.ts`; all other code imports that file. */
export const dialectInternals = 'src/db/dialect/';

/**
 * The names that a feature may import from `src/db/`, by file: the typed handles, and functions for them. The connection, its
 * types and everything that extracts it from a handle are not allowed.
 */
export const featureDatabase: Readonly<Record<string, 'all' | readonly string[]>> = {
  'dialect.ts': ['isUniqueViolation'],
  'handles/accounts.ts': 'all',
  'handles/incidents.ts': ['IncidentsDb'],
  'handles/platform.ts': 'all',
  'handles/tenant.ts': 'all',
  'history/audit.ts': 'all',
  'history/subscription-history.ts': 'all',
  'lists/list-query.ts': 'all',
  'lists/message-counts.ts': 'all',
  'lists/search-conditions.ts': 'all',
  'lists/search-text.ts': 'all',
  'queries/batch.ts': 'all',
  'reachability-marks.ts': 'all',
  'rows.ts': 'all',
  'secret-values.ts': 'all',
  'submission-owner.ts': 'all',
  'subscriber-plan.ts': 'all',
  'totals/submission-rollup.ts': 'all',
  'totals/submission-totals.ts': 'all',
  'totals/user-count.ts': 'all',
};

/** The names that a feature may import from Kysely. */
export const featureKysely: readonly string[] = ['sql', 'RawBuilder'];

/**
 * The tables that a feature's raw SQL may name: those of a PlatformDb, and the texts of messages. The type checker does
 * not read SQL, so all other tables are only for the query builders of a TenantDb or an AccountsDb.
 */
export const featureSqlTables: readonly string[] = [
  'button_click',
  'config',
  'delivery',
  'delivery_attempt',
  'form_submission',
  'incident',
  'message_text',
  'reach',
  'reach_address',
  'team',
];

/** Columns of these tables that no feature's raw SQL may name. */
export const featureSqlSecrets: readonly string[] = ['password_hash'];

/**
 * The names that are the connection, by file of `src/db/`, and what gives access to it. The layers that a feature may
 * import use them, and export neither them nor anything that returns them.
 */
export const rawDatabase: Readonly<Record<string, readonly string[]>> = {
  'tables.ts': ['Db', 'Tx'],
  'handles/handle.ts': ['rawDb', 'inTransaction'],
  'connection.ts': ['openDatabase', 'openReplica', 'withoutQueryLimit'],
  'replica.ts': ['attachReplica', 'readFromReplica'],
  'queries/prepared.ts': ['prepared'],
  'queries/read-together.ts': ['readTogether'],
  'queries/insert-many.ts': ['insertMany'],
};

/** The functions among them that return the connection; the others pass it to a function. */
export const rawOpeners: readonly string[] = ['rawDb', 'openDatabase', 'openReplica'];

/** Functions whose function, the argument, receives the connection. */
export const rawBuilders: readonly string[] = [
  'inTransaction',
  'prepared',
  'readTogether',
  'insertMany',
  'readFromReplica',
  'withoutQueryLimit',
];

/**
 * Functions that are neither imported from us nor declared at the top of their file, and may receive the connection:
 * each was reviewed. `= name` is an assignment of the function under a type without the connection; `import` imports files by computed names.
 */
export const reviewedReceivers: Readonly<Record<string, readonly string[]>> = {
  'src/db/disk-state.ts': ['states.set', 'states.get', 'checkSpace'],
  'src/db/empty-change.ts': ['change.execute'],
  'src/db/handles/accounts.ts': ['= prepared', '= readTogether'],
  'src/db/handles/incidents.ts': ['= insertMany'],
  'src/db/handles/platform.ts': ['= prepared', '= insertMany'],
  'src/db/postgres/build-index.ts': ['drop.execute'],
  'src/db/replica.ts': ['read', 'replicas.set', 'replicas.get'],
  'src/db/handles/tenant.ts': ['work'],
  'src/db/lists/list-children.ts': ['query'],
  'src/db/migrate.ts': ['Migrator', 'dialect.hasIndex', 'dialect.buildIndex', 'lockMigrations'],
  'src/db/migration-files.ts': ['import'],
  'src/db/lists/list-items.ts': ['queries.rows'],
  'src/db/lists/paged-list.ts': ['queries.count', 'queries.page', 'queries.ids'],
  'src/db/lists/rows-after.ts': ['queries.page'],
  'src/db/lists/scan.ts': ['queries.examined'],
  'src/db/reachability-marks.ts': ['markAmong.execute'],
  'src/db/schema-check.ts': ['storedColumns'],
  'src/db/totals/submission-rollup.ts': ['count'],
  'src/db/totals/submission-totals.ts': ['QUERIES'],
  'src/db/used-ids.ts': ['lastIds'],
  'src/delivery/watchdog/watchdog.ts': ['find'],
  'src/delivery/worker/claimed-messages.ts': ['additionalWork'],
  'src/delivery/worker/worker.ts': ['#claimer.claim'],
  'src/planning/item-settings.ts': ['read', 'unchanged.get'],
};

/** The members of the connection that code below the features uses. */
export const rawMethods: readonly string[] = [
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'transaction',
  'isTransaction',
  'connection',
  'executeQuery',
  'getExecutor',
  'destroy',
];

/** The same of Kysely. */
export const rawKysely: readonly string[] = ['Kysely', 'Transaction', 'ControlledTransaction'];

/** The handles of features: only their constructors accept the connection in `app.ts`, `app/` and the entry points. */
export const handles: readonly string[] = ['TenantDb', 'PlatformDb', 'AccountsDb', 'IncidentsDb'];
