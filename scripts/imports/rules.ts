/**
 * The allowed directions of imports, for each kind of workspace. A layer is a folder of `src`, a module of such a folder
 * (`delivery/queue`), or a file directly in it.
 * Each layer may import itself and its `uses`; `ours` are the packages (contract, alerts) that it may import.
 * In the layer `features`, each folder is a separate feature and never imports another.
 */
export type Layers = Record<string, { uses: readonly string[]; ours: readonly string[] }>;

const both = ['contract', 'alerts'] as const;

/** Files directly in `src` (the app's entry points): they may use all layers; within the app, only they use each other. */
export const entryLayer = 'main';

/** Folders for tests, demo data and benchmarks: they may import any file of their app; the product never imports them. */
export const supportFolders: readonly string[] = ['testing', 'factories', 'tests', 'demo'];

/** The layers that the calls and the start of the server may use. */
const services = [
  'planning',
  'images',
  'payments',
  'payments/stop-notices',
  'payments/subscriptions',
  'payments/invoices',
  'payments/overdue',
  'payments/provider',
  'incidents',
  'check-ins',
  'delivery/watchdog',
  'delivery/worker',
  'delivery/queue',
] as const;
const core = [
  'sending-limits',
  'delivery/suppression',
  'delivery/channels',
  'events',
  'db',
  'config',
] as const;

export const serverLayers: Layers = {
  main: {
    uses: [
      'app',
      'metrics',
      'doctor',
      'transfer',
      'features',
      'http',
      ...services,
      ...core,
      'scheduling',
      'tracing',
    ],
    ours: both,
  },
  app: { uses: ['features', 'http', ...services, ...core, 'scheduling', 'tracing'], ours: both },
  features: { uses: ['http', ...services, ...core, 'scheduling'], ours: both },
  metrics: { uses: ['http', 'delivery/queue', 'delivery/channels', 'db', 'config'], ours: ['contract'] },
  doctor: { uses: ['images', 'delivery/channels', 'events', 'db', 'config'], ours: ['contract'] },
  transfer: {
    uses: ['images', 'payments/overdue', 'incidents', 'delivery/channels', 'db', 'config', 'scheduling'],
    ours: ['contract'],
  },
  http: { uses: ['db', 'config', 'scheduling', 'tracing'], ours: ['contract'] },
  images: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  payments: {
    uses: [
      'payments/subscriptions',
      'payments/invoices',
      'payments/overdue',
      'payments/provider',
      'db',
      'scheduling',
    ],
    ours: ['contract'],
  },
  'payments/stop-notices': {
    uses: ['payments/subscriptions', 'payments/overdue', 'payments/provider', 'db', 'scheduling'],
    ours: ['contract'],
  },
  'payments/subscriptions': {
    uses: ['payments/invoices', 'payments/overdue', 'payments/provider', 'db', 'scheduling'],
    ours: ['contract'],
  },
  'payments/invoices': { uses: ['payments/provider', 'db', 'scheduling'], ours: ['contract'] },
  'payments/overdue': { uses: ['db', 'scheduling'], ours: ['contract'] },
  'payments/provider': { uses: ['db', 'config'], ours: ['contract'] },
  incidents: { uses: ['planning', 'delivery/queue', ...core, 'scheduling', 'tracing'], ours: both },
  'check-ins': { uses: ['delivery/channels', 'db', 'scheduling'], ours: ['contract'] },
  planning: { uses: ['sending-limits', 'delivery/suppression', 'db'], ours: both },
  'delivery/watchdog': { uses: ['delivery/queue', ...core, 'scheduling'], ours: both },
  'delivery/worker': { uses: ['delivery/queue', ...core, 'scheduling', 'tracing'], ours: both },
  'delivery/queue': { uses: core, ours: both },
  'sending-limits': { uses: ['db'], ours: both },
  'delivery/suppression': { uses: ['db'], ours: both },
  'delivery/channels': { uses: ['db', 'config'], ours: both },
  events: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  // The same rules parse telephone numbers everywhere: in the server's settings, and in migrations that convert rows.
  db: { uses: ['config', 'scheduling', 'tracing'], ours: both },
  config: { uses: [], ours: both },
  // All code of the process shares the event loop, so slow work waits in fair order.
  scheduling: { uses: ['tracing'], ours: [] },
  // Any layer may be part of a trace.
  tracing: { uses: [], ours: [] },
};

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
  'src/db/file-lock.ts',
  'src/events/postgres-listening.ts',
  'src/events/postgres-relay.ts',
  'src/config/database-url.ts',
  'src/config/environment.ts',
  // Addresses of databases that an operator enters.
  'src/transfer/location-url.ts',
  // Explains the database to the operator.
  'src/doctor/check-database.ts',
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
  'accounts.ts': 'all',
  'incidents.ts': ['IncidentsDb'],
  'platform.ts': 'all',
  'tenant.ts': 'all',
  'rows.ts': 'all',
  'audit.ts': 'all',
  'batch.ts': 'all',
  'dialect.ts': ['isUniqueViolation'],
  'lists/list-query.ts': 'all',
  'lists/message-counts.ts': 'all',
  'reachability-marks.ts': 'all',
  'lists/search-conditions.ts': 'all',
  'lists/search-text.ts': 'all',
  'secret-values.ts': 'all',
  'subscriber-plan.ts': 'all',
  'submission-owner.ts': 'all',
  'submission-rollup.ts': 'all',
  'submission-totals.ts': 'all',
  'subscription-history.ts': 'all',
  'user-count.ts': 'all',
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

/** Layers that only the entry points import, so that no feature can get the connection from them. */
export const commandLayers: readonly string[] = ['transfer'];

/**
 * The names that are the connection, by file of `src/db/`, and what gives access to it. The layers that a feature may
 * import use them, and export neither them nor anything that returns them.
 */
export const rawDatabase: Readonly<Record<string, readonly string[]>> = {
  'tables.ts': ['Db', 'Tx'],
  'handle.ts': ['rawDb', 'inTransaction'],
  'connection.ts': ['openDatabase', 'openReplica', 'withoutQueryLimit'],
  'replica.ts': ['attachReplica', 'readFromReplica'],
  'prepared.ts': ['prepared'],
  'read-together.ts': ['readTogether'],
  'insert-many.ts': ['insertMany'],
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
  'src/db/accounts.ts': ['= prepared', '= readTogether'],
  'src/db/incidents.ts': ['= insertMany'],
  'src/db/platform.ts': ['= prepared', '= insertMany'],
  'src/db/replica.ts': ['read', 'replicas.set', 'replicas.get'],
  'src/db/tenant.ts': ['work'],
  'src/db/lists/list-children.ts': ['query'],
  'src/db/migrate.ts': ['Migrator', 'import'],
  'src/db/lists/paged-list.ts': [
    'queries.count',
    'queries.page',
    'queries.ids',
    'queries.rows',
    'queries.scanned',
  ],
  'src/db/reachability-marks.ts': ['markAmong.execute'],
  'src/db/schema-check.ts': ['storedColumns'],
  'src/db/submission-rollup.ts': ['count'],
  'src/db/submission-totals.ts': ['QUERIES'],
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
  'executeQuery',
  'getExecutor',
  'destroy',
];

/** The same of Kysely. */
export const rawKysely: readonly string[] = ['Kysely', 'Transaction', 'ControlledTransaction'];

/** The handles of features: only their constructors accept the connection in `app.ts`, `app/` and the entry points. */
export const handles: readonly string[] = ['TenantDb', 'PlatformDb', 'AccountsDb', 'IncidentsDb'];

const looks = ['table', 'form', 'page', 'overlay', 'states', 'display'] as const;
const state = ['list', 'live', 'net', 'session', 'device', 'store', 'links', 'texts'] as const;

/** The layers of the console. */
export const consoleLayers: Layers = {
  main: { uses: ['app', ...looks, ...state], ours: both },
  app: { uses: ['features', ...looks, ...state], ours: both },
  features: { uses: [...looks, ...state], ours: both },
  table: {
    uses: ['overlay', 'states', 'display', 'list', 'net', 'session', 'store', 'links', 'texts'],
    ours: ['contract'],
  },
  form: { uses: ['overlay', 'states', 'display', 'net', 'session', 'store', 'links', 'texts'], ours: both },
  page: { uses: ['states', 'store', 'links', 'texts'], ours: ['contract'] },
  overlay: { uses: ['states', 'store', 'links', 'texts'], ours: ['contract'] },
  states: { uses: ['net', 'store', 'links', 'texts'], ours: ['contract'] },
  display: { uses: ['net', 'store', 'links', 'texts'], ours: both },
  list: { uses: ['net', 'session', 'links', 'texts'], ours: both },
  live: { uses: ['net', 'session', 'store', 'texts'], ours: both },
  net: { uses: ['session', 'store', 'texts'], ours: both },
  session: { uses: ['links', 'store', 'texts'], ours: both },
  device: { uses: ['store', 'texts'], ours: both },
  store: { uses: [], ours: [] },
  // The types of links: `app/screens.ts` extends them with its list. The contract: which screens share a document.
  links: { uses: ['store'], ours: ['contract'] },
  texts: { uses: [], ours: both },
};

/** The layers of the phone app. Its service worker, an entry point, sends the outbox, too. */
export const phoneLayers: Layers = {
  main: {
    uses: [
      'app',
      'features',
      'display',
      'reports',
      'outbox',
      'device',
      'session',
      'net',
      'storage',
      'links',
      'texts',
      'store',
    ],
    ours: both,
  },
  app: {
    uses: [
      'features',
      'display',
      'reports',
      'outbox',
      'device',
      'session',
      'net',
      'storage',
      'links',
      'texts',
      'store',
    ],
    ours: both,
  },
  features: {
    uses: ['display', 'reports', 'outbox', 'device', 'session', 'net', 'storage', 'links', 'texts', 'store'],
    ours: both,
  },
  display: { uses: ['session', 'links', 'texts', 'store'], ours: both },
  reports: { uses: ['outbox', 'device', 'session', 'net', 'storage', 'store'], ours: ['contract'] },
  outbox: { uses: ['device', 'session', 'net', 'storage', 'store'], ours: both },
  device: { uses: ['session', 'store'], ours: ['contract'] },
  session: { uses: ['net', 'storage', 'store'], ours: ['contract'] },
  net: { uses: [], ours: ['contract'] },
  storage: { uses: [], ours: ['contract'] },
  links: { uses: ['store'], ours: [] },
  texts: { uses: [], ours: ['contract'] },
  store: { uses: [], ours: [] },
};

/** The packages of ours that each package may import; a package that is not listed may import none. */
export const packageUses: Record<string, readonly string[]> = {
  contract: [],
  alerts: ['contract'],
};

/** Workspaces of tools, and the workspaces that each may import. `server` and `console` are the apps. */
export const toolUses: Record<string, readonly string[]> = {
  e2e: ['contract', 'alerts', 'server', 'scripts'],
  bench: ['contract', 'alerts', 'server', 'scripts'],
  scripts: ['contract', 'alerts', 'server'],
};

/** Where code may name channels: their own folders, and the console's texts about each. */
export const channelFolders: readonly string[] = [
  'packages/contract/src/channels/',
  'apps/server/src/delivery/channels/',
  'apps/console/src/texts/',
  'apps/phone/src/texts/',
];

/** Channels with the name of a field of a contact or an account, or of a method. */
export const contactFields: readonly string[] = ['email', 'push'];

/** What is compared with such a name as a field: variables, and the kind of an address. */
export const fieldNames: readonly string[] = ['field', 'addressKind'];

/** Functions whose arguments name a field, a column or a type of the database. */
export const fieldCalls: readonly string[] = ['field', 'fieldId', 'conflict', 'part'];

/** Files that name channels: the list of faults, examples of calls, the sources of answers, and the rules of calls. */
export const namedChannels: Readonly<Record<string, readonly string[]>> = {
  'packages/contract/src/faults.ts': ['email', 'sms', 'voice'],
  'apps/console/src/features/settings/escalation/escalation-groups.ts': ['voice'],
  'packages/alerts/src/escalation/plan-timeline.ts': ['voice'],
  'packages/alerts/src/escalation/resolve-recipients.ts': ['voice'],
  'apps/server/src/incidents/start-run.ts': ['voice'],
  'apps/server/src/incidents/upcoming-steps.ts': ['voice'],
  'packages/contract/src/delivery-calls.ts': ['email'],
  'packages/contract/src/notifications.ts': ['email'],
  'packages/contract/src/overview.ts': ['email', 'sms'],
  'packages/contract/src/own-submissions.ts': ['sms'],
  // The sources of answers.
  'packages/contract/src/incidents.ts': ['sms', 'voice'],
  'packages/contract/src/incident-calls.ts': ['sms'],
  'packages/contract/src/escalation-preview.ts': ['email', 'sms'],
  // The kinds of addresses that identify a person.
  'packages/alerts/src/escalation/directory.ts': ['email'],
  // A kind of navigation.
  'apps/console/src/links/navigation.ts': ['push'],
  // Replies by SMS, and keys during calls.
  'apps/server/src/incidents/recipient-answers.ts': ['sms', 'voice'],
};
