import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from './imports/violations.ts';

const manifest = (name: string, devDependencies = {}) =>
  JSON.stringify({ name, exports: { './*': './src/*.ts' }, devDependencies });

const house = {
  'package.json': JSON.stringify({ name: 'house', workspaces: ['packages/*', 'apps/*', 'bench'] }),
  'packages/contract/package.json': manifest('@house/contract'),
  'packages/contract/src/plans.ts': 'export const plans = 1;',
  'packages/alerts/package.json': manifest('@house/alerts'),
  'packages/alerts/src/plan.ts': `import { plans } from '@house/contract/plans';\nexport const plan = plans;`,
  'apps/server/package.json': manifest('@house/server'),
  'apps/server/src/main.ts': `import './server.ts';`,
  'apps/server/src/server.ts': `import './app.ts';`,
  'apps/server/src/app.ts': `import './features/plans/plans.routes.ts';\nimport './features/sessions/sessions.routes.ts';`,
  'apps/server/src/features/plans/plans.routes.ts': `import { TenantDb } from '../../db/tenant.ts';\nexport const a = TenantDb;`,
  'apps/server/src/features/sessions/sessions.routes.ts': `import '@house/alerts/plan';\nimport '../../http/guard.ts';`,
  'apps/server/src/features/plans/plans.test.ts': `import '../sessions/sessions.routes.ts';\nimport '../../testing/build-plan.ts';`,
  'apps/server/src/http/guard.ts': `import '../db/connection.ts';`,
  'apps/server/src/db/connection.ts': `import 'node:fs';\nexport const db = 1;`,
  'apps/server/src/db/tenant.ts': `import './connection.ts';\nexport class TenantDb {}`,
  'apps/server/src/testing/build-plan.ts': `import '../app.ts';\nexport const buildPlan = 1;`,
  'apps/console/package.json': manifest('@house/console', { vite: '1.0.0' }),
  'apps/console/src/main.tsx': `import './app/router.tsx';`,
  'apps/console/src/app/router.tsx': `const page = () => import('../features/users/users-list.tsx');\nexport { page };`,
  'apps/console/src/features/users/users-list.tsx': `import '../../table/table.tsx';\nimport '@house/contract/plans';`,
  'apps/console/src/table/table.tsx': 'export const table = <b>x</b>;',
  'bench/package.json': manifest('@house/bench'),
  'bench/run.ts': `import '@house/server/testing/build-plan';\nimport '@house/server/server';`,
};

/** What is said of the house above with some files added or replaced. */
function violationsWith(changes: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'callpoint-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...house, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findViolations(root).violations;
}

test('a house in order has nothing to say', () => {
  expect(violationsWith({})).toEqual([]);
});

test.each([
  {
    rule: 'a feature never imports another',
    file: 'apps/server/src/features/plans/plans.rules.ts',
    text: `\nimport '../sessions/sessions.routes.ts';`,
    said: ':2: a feature never imports another: plans imports sessions. What both need moves down or is joined in app',
  },
  {
    rule: 'features are found by reading the folders',
    file: 'apps/console/src/features/brand-new/page.tsx',
    text: `import '../users/users-list.tsx';`,
    said: ':1: a feature never imports another: brand-new imports users. What both need moves down or is joined in app',
  },
  {
    rule: 'a type is an import too',
    file: 'apps/server/src/delivery/worker/worker.ts',
    text: `import type { a } from '../../features/plans/plans.routes.ts';`,
    said: ':1: delivery/worker may import delivery/queue, sending-limits, delivery/suppression, delivery/channels, events, db, config, scheduling, not features',
  },
  {
    rule: 'so is a type written as import()',
    file: 'apps/server/src/db/rows.ts',
    text: `export type A = import('../http/guard.ts').A;`,
    said: ':1: db may import config, scheduling, not http',
  },
  {
    rule: 'so is a re-export',
    file: 'apps/server/src/config/environment.ts',
    text: `export * from '../db/connection.ts';`,
    said: ':1: config may import nothing of ours, not db',
  },
  {
    rule: 'so is a dynamic import',
    file: 'apps/console/src/texts/client.ts',
    text: `export const page = () => import('../table/table.tsx');`,
    said: ':1: texts may import nothing of ours, not table',
  },
  {
    rule: 'nobody imports main',
    file: 'apps/server/src/http/stop.ts',
    text: `import '../main.ts';`,
    said: `:1: nobody imports an app's main`,
  },
  {
    rule: 'nor what stands beside main, from below',
    file: 'apps/server/src/http/restart.ts',
    text: `import '../server.ts';`,
    said: `:1: only the app's own ways in (the files beside main) import this one`,
  },
  {
    rule: 'the product does not import test helpers',
    file: 'apps/server/src/db/seed.ts',
    text: `import '../testing/build-plan.ts';`,
    said: ':1: only tests and tools import testing/, factories/, tests/, demo/',
  },
  {
    rule: 'nobody imports a test',
    file: 'bench/two.ts',
    text: `import '@house/server/features/plans/plans.test';`,
    said: ':1: nobody imports a test',
  },
  {
    rule: 'a relative import stays in its workspace',
    file: 'apps/console/src/net/plans.ts',
    text: `import '../../../../packages/contract/src/plans.ts';`,
    said: ':1: a relative import stays in apps/console; use @house/contract/...',
  },
  {
    rule: 'a package imports no app',
    file: 'packages/alerts/src/send.ts',
    text: `import '@house/server/db/connection';`,
    said: ':1: packages/alerts may import contract, not server',
  },
  {
    rule: 'the contract imports nothing of ours',
    file: 'packages/contract/src/teams.ts',
    text: `import '@house/alerts/plan';`,
    said: ':1: packages/contract may import nothing of ours, not alerts',
  },
  {
    rule: 'one app does not import another',
    file: 'apps/console/src/net/rows.ts',
    text: `import '@house/server/db/connection';`,
    said: ':1: apps/console net may import contract, alerts, not server',
  },
  {
    rule: 'http has no product in it',
    file: 'apps/server/src/http/preview.ts',
    text: `import '@house/alerts/plan';`,
    said: ':1: apps/server http may import contract, not alerts',
  },
  {
    rule: 'an import leads somewhere',
    file: 'bench/gone.ts',
    text: `import '@house/server/db/gone';`,
    said: ':1: "@house/server/db/gone" leads to no source file of ours',
  },
  {
    rule: 'a folder of an app is a layer',
    file: 'apps/server/src/utils/dates.ts',
    text: '',
    said: ': src/utils is no layer; there are main, app, features, http, planning, delivery/watchdog, delivery/worker, delivery/queue, sending-limits, delivery/suppression, delivery/channels, events, db, config, scheduling, testing, factories, tests, demo',
  },
  {
    rule: 'a feature has a folder',
    file: 'apps/server/src/features/plans.ts',
    text: '',
    said: ': a file in features/ belongs in the folder of its feature',
  },
  {
    rule: 'names are in kebab-case',
    file: 'apps/console/src/form/TextField.tsx',
    text: '',
    said: ': "TextField.tsx" is not in kebab-case',
  },
  {
    rule: 'no index files',
    file: 'packages/contract/src/index.ts',
    text: '',
    said: ': no index files: a name says what is in it',
  },
])('$rule', ({ file, text, said }) => {
  expect(violationsWith({ [file]: text })).toEqual([`${file}${said}`]);
});

const KNOWS = 'only db/dialect.ts knows the difference between the databases';

test.each([
  {
    what: 'a query of JSON lists',
    text: 'export const q = sql`select 1\n  from json_each(${list})`;',
    said: `:2: "json_each" in SQL: ${KNOWS}`,
  },
  {
    what: 'a row lock in SQL',
    text: 'export const q = sql<Row>`select id from delivery for update skip locked`;',
    said: `:1: "for update" in SQL: ${KNOWS}`,
  },
  {
    what: 'a row lock of a query builder',
    text: `export const q = (db) => db\n  .selectFrom('team')\n  .forNoKeyUpdate();`,
    said: `:3: forNoKeyUpdate(): ${KNOWS}`,
  },
  {
    what: 'interval arithmetic of PostgreSQL',
    text: `export const q = sql\`select at + interval '1 second' from alarm\`;`,
    said: `:1: "interval '" in SQL: ${KNOWS}`,
  },
  {
    what: 'a date function of SQLite',
    text: `export const q = sql\`select strftime('%Y', at)\`;`,
    said: `:1: "strftime" in SQL: ${KNOWS}`,
  },
  {
    what: 'a notification of PostgreSQL',
    text: `export const q = sql\`select pg_notify('a', 'b')\`;`,
    said: `:1: "pg_notify" in SQL: ${KNOWS}`,
  },
  {
    what: 'a cast of PostgreSQL',
    text: 'export const q = sql`select ${list}::json`;',
    said: `:1: "::j" in SQL: ${KNOWS}`,
  },
  {
    what: 'dialect SQL as raw text',
    text: `export const q = sql.raw('pragma synchronous = off');`,
    said: `:1: "pragma" in SQL: ${KNOWS}`,
  },
  {
    what: 'a question which database it is',
    text: `export const q = (location) => location.kind === 'postgres';`,
    said: `:1: 'postgres': ${KNOWS}`,
  },
  {
    what: "Kysely's adapter of one database",
    text: `import { sql, PostgresAdapter } from 'kysely';`,
    said: `:1: PostgresAdapter of kysely: ${KNOWS}`,
  },
  {
    what: 'a driver',
    text: `import { DatabaseSync } from 'node:sqlite';`,
    said: `:1: the driver node:sqlite: ${KNOWS}`,
  },
  {
    what: 'an implementation of the dialect',
    text: `import { sqlite } from '../../db/dialect/sqlite.ts';`,
    said: ':1: src/db/dialect/sqlite.ts is imported through db/dialect.ts',
  },
])('outside of the dialect, $what is rejected', ({ text, said }) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  const internals = { 'apps/server/src/db/dialect/sqlite.ts': 'export const sqlite = sql`json_each(1)`;' };
  expect(violationsWith({ ...internals, [file]: text })).toEqual([`${file}${said}`]);
});

const HANDLES = 'a feature uses TenantDb, PlatformDb or AccountsDb';

test.each([
  {
    what: 'the connection',
    text: `import { openDatabase } from '../../db/connection.ts';`,
    said: [`:1: openDatabase of db/connection.ts: ${HANDLES}`],
  },
  {
    what: 'the type of the connection',
    text: `\nimport type { Db, Tx } from '../../db/tables.ts';`,
    said: [`:2: Db of db/tables.ts: ${HANDLES}`, `:2: Tx of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'that type under another name',
    text: `import type { Db as Rows } from '../../db/tables.ts';`,
    said: [`:1: Db of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'a type by import()',
    text: `export type A = import('../../db/tables.ts').Db;`,
    said: [`:1: * of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'the function that opens a handle',
    text: `import { rawDb } from '../../db/handle.ts';`,
    said: [`:1: rawDb of db/handle.ts: ${HANDLES}`],
  },
  {
    what: 'a file of db/ that no list names',
    text: `import '../../db/new-file.ts';`,
    said: [`:1: everything of db/new-file.ts: ${HANDLES}`],
  },
  {
    what: 'how the databases differ',
    text: `import { dialectOf, isUniqueViolation } from '../../db/dialect.ts';`,
    said: [`:1: dialectOf of db/dialect.ts: ${HANDLES}`],
  },
  {
    what: "Kysely's own connection",
    text: `import { sql, type Kysely } from 'kysely';`,
    said: [`:1: Kysely of kysely: ${HANDLES}`],
  },
  {
    what: 'all of Kysely',
    text: `import * as kysely from 'kysely';`,
    said: [`:1: * of kysely: ${HANDLES}`],
  },
  {
    what: 'raw SQL on sessions',
    text: 'import { sql } from "kysely";\nexport const q = sql`select token_hash\nfrom session`;',
    said: [':3: "from session" in raw SQL: use AccountsDb'],
  },
])('in a feature, $what is rejected', ({ text, said }) => {
  const file = 'apps/server/src/features/plans/plans.repository.ts';
  const db = Object.fromEntries(
    ['tables', 'handle', 'new-file', 'dialect'].map((name) => [`apps/server/src/db/${name}.ts`, '']),
  );
  expect(violationsWith({ ...db, [file]: text })).toEqual(said.map((line) => file + line));
});

test('layers below the features use the connection', () => {
  const text = `import type { Db } from '../../db/tables.ts';\nimport { rawDb } from '../../db/handle.ts';`;
  const db = { 'apps/server/src/db/tables.ts': '', 'apps/server/src/db/handle.ts': '' };
  expect(violationsWith({ ...db, 'apps/server/src/delivery/queue/claim.ts': text })).toEqual([]);
});

test('tests know on which database they run', () => {
  const text = `export const isSqlite = process.env.TEST_DATABASE === 'sqlite';`;
  expect(violationsWith({ 'apps/server/src/db/rows.test.ts': text })).toEqual([]);
});

test('all that is wrong is said at once', () => {
  const violations = violationsWith({
    'apps/server/src/db/one.ts': `import '../app.ts';`,
    'packages/contract/src/Two.ts': '',
  });
  expect(violations).toHaveLength(2);
});
