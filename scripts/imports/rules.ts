/**
 * Which way imports may go, per kind of workspace. A layer is a folder of `src`, a module of such a folder
 * (`delivery/queue`), or a file directly in it.
 * Each may import itself and what it lists; `ours` are the packages (contract, alerts) that it may import.
 * In the layer `features` each folder is a feature of its own and never imports another.
 */
export type Layers = Record<string, { uses: readonly string[]; ours: readonly string[] }>;

const both = ['contract', 'alerts'] as const;

/** Files directly in `src` (the app's ways in): they may use all below; within the app only they use each other. */
export const entryLayer = 'main';

/** Folders for tests, demo data and measuring: they may import anything of their app; the product never imports them. */
export const supportFolders: readonly string[] = ['testing', 'factories', 'tests', 'demo'];

/** Below what an app starts with: what the calls and the start of the server may use. */
const services = ['planning', 'delivery/watchdog', 'delivery/worker', 'delivery/queue'] as const;
const core = [
  'sending-limits',
  'delivery/suppression',
  'delivery/channels',
  'events',
  'db',
  'config',
] as const;

export const serverLayers: Layers = {
  main: { uses: ['app', 'features', 'http', ...services, ...core, 'scheduling'], ours: both },
  app: { uses: ['features', 'http', ...services, ...core, 'scheduling'], ours: both },
  features: { uses: ['http', ...services, ...core, 'scheduling'], ours: both },
  http: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  planning: { uses: ['sending-limits', 'delivery/suppression', 'db'], ours: both },
  'delivery/watchdog': { uses: ['delivery/queue', ...core, 'scheduling'], ours: both },
  'delivery/worker': { uses: ['delivery/queue', ...core, 'scheduling'], ours: both },
  'delivery/queue': { uses: core, ours: both },
  'sending-limits': { uses: ['db'], ours: both },
  'delivery/suppression': { uses: ['db'], ours: both },
  'delivery/channels': { uses: ['db', 'config'], ours: both },
  events: { uses: ['db', 'config', 'scheduling'], ours: ['contract'] },
  // Telephone numbers are read by the same rules everywhere: in settings of the server, and where rows are converted.
  db: { uses: ['config', 'scheduling'], ours: both },
  config: { uses: [], ours: both },
  // The event loop belongs to the whole process: work that takes long waits in fair order.
  scheduling: { uses: [], ours: [] },
};

/**
 * Files of the server that may know which database they speak to: all differences between SQLite and PostgreSQL are in
 * `dialect.ts` and its folder; the others open a connection. A folder ends with a slash.
 */
export const dialectFiles: readonly string[] = [
  'src/db/dialect.ts',
  'src/db/dialect/',
  'src/db/connection.ts',
  'src/db/sqlite.ts',
  'src/db/postgres.ts',
  'src/db/single-process.ts',
  'src/events/postgres-relay.ts',
];

/** Drivers of the databases: for the same files alone. */
export const databaseDrivers: readonly string[] = ['pg', 'node:sqlite'];

/** The folder behind `dialect.ts`: everything else imports that file. */
export const dialectInternals = 'src/db/dialect/';

/**
 * What a feature may import of `src/db/`, by file: the typed handles, and what works with them. The connection, its
 * types and everything that takes it out of a handle are not among it.
 */
export const featureDatabase: Readonly<Record<string, 'all' | readonly string[]>> = {
  'accounts.ts': 'all',
  'platform.ts': 'all',
  'tenant.ts': 'all',
  'rows.ts': 'all',
  'audit.ts': 'all',
  'batch.ts': 'all',
  'dialect.ts': ['isUniqueViolation'],
  'list-query.ts': 'all',
  'reachability-marks.ts': 'all',
  'search-text.ts': 'all',
  'secret-values.ts': 'all',
  'submission-rollup.ts': 'all',
  'submission-totals.ts': 'all',
  'subscription-history.ts': 'all',
};

/** What a feature may import of Kysely. */
export const featureKysely: readonly string[] = ['sql', 'RawBuilder'];

/** Tables that only the query builders of an AccountsDb reach: no raw SQL of a feature names them. */
export const accountTables: readonly string[] = [
  'admin',
  'session',
  'account_link',
  'known_network',
  'sign_in_failure',
];

const looks = ['table', 'form', 'page', 'overlay', 'states', 'display'] as const;
const state = ['list', 'live', 'net', 'session', 'device', 'store', 'texts'] as const;

/** The console and the phone have the same shape. */
export const browserLayers: Layers = {
  main: { uses: ['app', ...looks, ...state], ours: both },
  app: { uses: ['features', ...looks, ...state], ours: both },
  features: { uses: [...looks, ...state], ours: both },
  table: { uses: ['overlay', 'states', 'display', 'list', 'net', 'texts'], ours: ['contract'] },
  form: { uses: ['overlay', 'states', 'display', 'net', 'session', 'texts'], ours: both },
  page: { uses: ['states', 'store', 'texts'], ours: ['contract'] },
  overlay: { uses: ['store', 'texts'], ours: ['contract'] },
  states: { uses: ['net', 'store', 'texts'], ours: ['contract'] },
  display: { uses: ['net', 'store', 'texts'], ours: both },
  list: { uses: ['net', 'session', 'texts'], ours: both },
  live: { uses: ['net', 'session', 'store', 'texts'], ours: both },
  net: { uses: ['session', 'store', 'texts'], ours: both },
  session: { uses: ['store', 'texts'], ours: both },
  device: { uses: ['store', 'texts'], ours: both },
  store: { uses: [], ours: [] },
  texts: { uses: [], ours: both },
};

/** Which of our packages each package may import; one that is not named here may import none. */
export const packageUses: Record<string, readonly string[]> = {
  contract: [],
  alerts: ['contract'],
};

/** Workspaces around the product: what each may import of ours. `server` and `console` are the apps. */
export const toolUses: Record<string, readonly string[]> = {
  e2e: ['contract', 'alerts', 'server', 'scripts'],
  bench: ['contract', 'alerts', 'server', 'scripts'],
  scripts: ['contract', 'alerts', 'server'],
};
