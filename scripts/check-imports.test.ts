import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLayers, serverLayers } from './imports/rules.ts';
import { findViolations } from './imports/violations.ts';

const manifest = (name: string, devDependencies = {}) =>
  JSON.stringify({ name, exports: { './*': './src/*.ts' }, devDependencies });

const repository = {
  'package.json': JSON.stringify({ name: 'repository', workspaces: ['packages/*', 'apps/*', 'bench'] }),
  'packages/contract/package.json': manifest('@example/contract'),
  'packages/contract/src/plans.ts': 'export const plans = 1;',
  'packages/alerts/package.json': manifest('@example/alerts'),
  'packages/alerts/src/plan.ts': `import { plans } from '@example/contract/plans';\nexport const plan = plans;`,
  'apps/server/package.json': manifest('@example/server'),
  'apps/server/src/main.ts': `import './server.ts';`,
  'apps/server/src/server.ts': `import './app.ts';`,
  'apps/server/src/app.ts': `import './features/plans/plans.routes.ts';\nimport './features/sessions/sessions.routes.ts';`,
  'apps/server/src/features/plans/plans.routes.ts': `import { TenantDb } from '../../db/tenant.ts';\nexport const a = TenantDb;`,
  'apps/server/src/features/sessions/sessions.routes.ts': `import '@example/alerts/plan';\nimport '../../http/guard.ts';`,
  'apps/server/src/features/plans/plans.test.ts': `import '../sessions/sessions.routes.ts';\nimport '../../testing/build-plan.ts';`,
  'apps/server/src/http/guard.ts': `import '../db/connection.ts';`,
  'apps/server/src/db/connection.ts': `import 'node:fs';\nexport const db = 1;`,
  'apps/server/src/db/tenant.ts': `import './connection.ts';\nexport class TenantDb {}`,
  'apps/server/src/testing/build-plan.ts': `import '../app.ts';\nexport const buildPlan = 1;`,
  'apps/console/package.json': manifest('@example/console', { vite: '1.0.0' }),
  'apps/console/src/main.tsx': `import './app/router.tsx';`,
  'apps/console/src/app/router.tsx': `const page = () => import('../features/users/users-list.tsx');\nexport { page };`,
  'apps/console/src/features/users/users-list.tsx': `import '../../table/table.tsx';\nimport '@example/contract/plans';`,
  'apps/console/src/table/table.tsx': 'export const table = <b>x</b>;',
  'bench/package.json': manifest('@example/bench'),
  'bench/run.ts': `import '@example/server/testing/build-plan';\nimport '@example/server/server';`,
};

/** The violations in the repository above, with some files added or replaced. */
function violationsWith(changes: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'callpoint-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...repository, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findViolations(root).violations;
}

test('reports nothing in a repository without violations', () => {
  expect(violationsWith({})).toEqual([]);
});

test.each([
  {
    rule: 'a feature never imports another',
    file: 'apps/server/src/features/plans/plans.rules.ts',
    text: `\nimport '../sessions/sessions.routes.ts';`,
    expected:
      ':2: a feature never imports another: plans imports sessions. Move shared code to a lower layer, or join it in app',
  },
  {
    rule: 'features are found by reading the folders',
    file: 'apps/console/src/features/brand-new/page.tsx',
    text: `import '../users/users-list.tsx';`,
    expected:
      ':1: a feature never imports another: brand-new imports users. Move shared code to a lower layer, or join it in app',
  },
  {
    rule: 'a type import counts as an import',
    file: 'apps/server/src/delivery/worker/worker.ts',
    text: `import type { a } from '../../features/plans/plans.routes.ts';`,
    expected:
      ':1: delivery/worker may import delivery/queue, sending-limits, delivery/suppression, delivery/channels, events, db, config, scheduling, tracing, not features',
  },
  {
    rule: 'a type with import() counts as an import',
    file: 'apps/server/src/db/rows.ts',
    text: `export type A = import('../http/guard.ts').A;`,
    expected: ':1: db may import config, scheduling, tracing, not http',
  },
  {
    rule: 'a re-export counts as an import',
    file: 'apps/server/src/config/environment.ts',
    text: `export * from '../db/tenant.ts';`,
    expected: ':1: config may import nothing of ours, not db',
  },
  {
    rule: 'a dynamic import counts as an import',
    file: 'apps/console/src/texts/client.ts',
    text: `export const page = () => import('../table/table.tsx');`,
    expected: ':1: texts may import nothing of ours, not table',
  },
  {
    rule: 'no file imports main',
    file: 'apps/server/src/http/stop.ts',
    text: `import '../main.ts';`,
    expected: `:1: no file may import an app's main`,
  },
  {
    rule: 'no layer imports the files next to main',
    file: 'apps/server/src/http/restart.ts',
    text: `import '../server.ts';`,
    expected: `:1: only the app's own entry points (the files next to main) import this one`,
  },
  {
    rule: 'the product does not import test helpers',
    file: 'apps/server/src/db/seed.ts',
    text: `import '../testing/build-plan.ts';`,
    expected: ':1: only tests and tools import testing/, factories/, tests/, demo/',
  },
  {
    rule: 'no file imports a test',
    file: 'bench/two.ts',
    text: `import '@example/server/features/plans/plans.test';`,
    expected: ':1: no file may import a test',
  },
  {
    rule: 'a relative import stays in its workspace',
    file: 'apps/console/src/net/plans.ts',
    text: `import '../../../../packages/contract/src/plans.ts';`,
    expected: ':1: a relative import stays in apps/console; use @example/contract/...',
  },
  {
    rule: 'a package imports no app',
    file: 'packages/alerts/src/send.ts',
    text: `import '@example/server/db/connection';`,
    expected: ':1: packages/alerts may import contract, not server',
  },
  {
    rule: 'the contract imports nothing of ours',
    file: 'packages/contract/src/teams.ts',
    text: `import '@example/alerts/plan';`,
    expected: ':1: packages/contract may import nothing of ours, not alerts',
  },
  {
    rule: 'one app does not import another',
    file: 'apps/console/src/net/rows.ts',
    text: `import '@example/server/db/connection';`,
    expected: ':1: apps/console net may import contract, alerts, not server',
  },
  {
    rule: 'http imports nothing of the product',
    file: 'apps/server/src/http/preview.ts',
    text: `import '@example/alerts/plan';`,
    expected: ':1: apps/server http may import contract, not alerts',
  },
  {
    rule: 'an import resolves to a file',
    file: 'bench/gone.ts',
    text: `import '@example/server/db/gone';`,
    expected: ':1: "@example/server/db/gone" leads to no source file of ours',
  },
  {
    rule: 'a folder of an app is a layer',
    file: 'apps/server/src/utils/dates.ts',
    text: '',
    expected:
      ': src/utils is no layer; there are main, app, features, metrics, doctor, transfer, http, images, payments, payments/stop-notices, payments/subscriptions, payments/invoices, payments/overdue, payments/provider, incidents, check-ins, planning, delivery/watchdog, delivery/worker, delivery/queue, sending-limits, delivery/suppression, delivery/channels, events, db, config, scheduling, tracing, testing, factories, tests, demo',
  },
  {
    rule: 'a feature has a folder',
    file: 'apps/server/src/features/plans.ts',
    text: '',
    expected: ': a file in features/ belongs in the folder of its feature',
  },
  {
    rule: 'names are in kebab-case',
    file: 'apps/console/src/form/TextField.tsx',
    text: '',
    expected: ': "TextField.tsx" is not in kebab-case',
  },
  {
    rule: 'no index files',
    file: 'packages/contract/src/index.ts',
    text: '',
    expected: ': no index files: a file name describes the content',
  },
])('$rule', ({ file, text, expected }) => {
  expect(violationsWith({ [file]: text })).toEqual([`${file}${expected}`]);
});

const KNOWS = 'only db/dialect.ts knows the difference between the databases';

test.each([
  {
    what: 'a query of JSON lists',
    text: 'export const q = sql`select 1\n  from json_each(${list})`;',
    expected: `:2: "json_each(" in SQL: ${KNOWS}`,
  },
  {
    what: 'a row lock in SQL',
    text: 'export const q = sql<Row>`select id from delivery for update skip locked`;',
    expected: `:1: "for update" in SQL: ${KNOWS}`,
  },
  {
    what: 'a row lock of a query builder',
    text: `export const q = (db) => db\n  .selectFrom('team')\n  .forNoKeyUpdate();`,
    expected: `:3: forNoKeyUpdate(): ${KNOWS}`,
  },
  {
    what: 'interval arithmetic of PostgreSQL',
    text: `export const q = sql\`select at + interval '1 second' from alarm\`;`,
    expected: `:1: "interval '" in SQL: ${KNOWS}`,
  },
  {
    what: 'a date function of SQLite',
    text: `export const q = sql\`select strftime('%Y', at)\`;`,
    expected: `:1: "strftime(" in SQL: ${KNOWS}`,
  },
  {
    what: 'a notification of PostgreSQL',
    text: `export const q = sql\`select pg_notify('a', 'b')\`;`,
    expected: `:1: "pg_notify(" in SQL: ${KNOWS}`,
  },
  {
    what: 'a cast of PostgreSQL',
    text: 'export const q = sql`select ${list}::json`;',
    expected: `:1: "::j" in SQL: ${KNOWS}`,
  },
  {
    what: 'SQL as raw text',
    text: `export const q = sql.raw(isDescending ? 'desc' : '+');`,
    expected: ':1: raw(): the check cannot read it; write a template',
  },
  {
    what: 'a check which database is used',
    text: `export const q = (location) => location.kind === 'postgres';`,
    expected: `:1: 'postgres': ${KNOWS}`,
  },
  {
    what: "Kysely's adapter of one database",
    text: `import { sql, PostgresAdapter } from 'kysely';`,
    expected: `:1: PostgresAdapter of kysely: ${KNOWS}`,
  },
  {
    what: 'a driver',
    text: `import { DatabaseSync } from 'node:sqlite';`,
    expected: `:1: the driver node:sqlite: ${KNOWS}`,
  },
  {
    what: 'an implementation of the dialect',
    text: `import { sqlite } from '../../db/dialect/sqlite.ts';`,
    expected: ':1: src/db/dialect/sqlite.ts is imported through db/dialect.ts',
  },
])('outside of the dialect, $what is rejected', ({ text, expected }) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  const internals = { 'apps/server/src/db/dialect/sqlite.ts': 'export const sqlite = sql`json_each(1)`;' };
  expect(violationsWith({ ...internals, [file]: text })).toEqual([`${file}${expected}`]);
});

test.each([
  ['select distinct on (team_id) id from delivery', 'distinct on'],
  ["select at at time zone 'UTC' from alarm", 'at time zone'],
  ["select data ->> 'name' from audit", '->>'],
  ["select data -> 'name' from audit", '->'],
  ['select id from team where id = any(${ids})', 'any('],
  ["select string_agg(name, ',') from app_user", 'string_agg('],
  ['select group_concat(name) from app_user', 'group_concat('],
  ['select json_agg(name) from app_user', 'json_agg('],
  ["select jsonb_build_object('a', 1)", 'jsonb_build_object('],
  ['select id from team order by email collate nocase', 'collate'],
  ['select rowid from team', 'rowid'],
  ['select ctid from team', 'ctid'],
  ["select ifnull(phone, '') from team", 'ifnull('],
  ['select id from team where +plan_id = 1', '+p'],
  ['select id from team where ${a} and +${b} = 1', '+?'],
  ["select now() - interval '1 day'", 'now('],
  ['select ${list}::integer[]', '::i'],
  ['select relname from pg_class', 'pg_class'],
  ['pragma foreign_keys = on', 'pragma'],
  ['select extract(epoch from at) from alarm', 'extract('],
  ['insert or ignore into config values (1)', 'insert or ignore'],
  ["select id from team where email ilike 'a%'", 'ilike'],
  ['select id from team, lateral (select 1) as one', 'lateral'],
  ['select max(used, recipients) from sending_usage', 'max('],
  ['select min(coalesce(used, 1), 2) from sending_usage', 'min('],
  ['select date(at) from alarm', 'date('],
  ["select time('now')", 'time('],
  ['select id from team limit -1', 'limit -1'],
  ['select id from team limit 10, 20', 'limit 10,'],
  ['select id from team where plan_id is not blocked', 'is'],
  ['select id from team where plan_id is ${a}', 'is'],
  ["select id from team where email like 'a%'", 'like'],
  ["select id from team where email not like 'a%'", 'not like'],
  ['select substring(email from 1 for 2) from team', 'substring('],
  ["select position('a' in email) from team", 'position'],
  ["select to_date(at, 'YYYY') from alarm", 'to_date('],
  ['select md5(email) from team', 'md5('],
  ["select id from team join alarm on md5(email) = ''", 'md5('],
  ["select encode(name, 'hex') from team", 'encode('],
  ["select string_to_array(name, ',') from team", 'string_to_array('],
  ['select initcap(name) from team', 'initcap('],
  ['select div(used, 2) from sending_usage', 'div('],
  ['select some_new_function (used) from sending_usage', 'some_new_function ('],
  ['select "md5"(email) from team', '"md5"('],
  ['select cast(used as real) from sending_usage', 'cast('],
  ['select id from team where plan_id isnull', 'isnull'],
  ['select id from team where plan_id == 1', '=='],
  ['select used # 1 from sending_usage', '#'],
  ['select [used] from sending_usage', '['],
  ['select used ^ 2 from sending_usage', '^'],
  ['select id from team offset 1 fetch first 2 rows only', 'fetch'],
])('outside of the dialect, the SQL "%s" is rejected', (text, found) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  const line = `${file}:1: "${found}" in SQL: ${KNOWS}`;
  expect(violationsWith({ [file]: `export const q = sql\`${text}\`;` })).toEqual([line]);
  const renamed = `import { sql as query } from 'kysely'; export const q = query<Row>\`${text}\`;`;
  expect(violationsWith({ [file]: renamed })).toEqual([line]);
});

test.each([
  ['count(*) + 1', 'addition'],
  ['select ${a} + ${b} from team where id > ${c} + 1', 'addition of values'],
  ["select coalesce(phone, '') || lower(email) from team", 'functions of both databases'],
  ['select sum(part) over (partition by state) from delivery', 'a window'],
  ['select max(used), substr(lane, 1, 2), cast(used as integer) from sending_usage', 'functions of the list'],
  ["select id from team where search_text like ${a} escape '!' and plan_id is not null", 'lower-case text'],
  ['select id from team where plan_id is distinct from ${a} order by id limit ${b} offset 20', 'a page'],
  ["select 'md5(a) limit -1' as name from team", 'text that is no SQL'],
  [
    'with found (id) as (select id from team) insert into reach (team_id) select id from found',
    'a named query',
  ],
  ['create unique index team_email on team (lower(email))', 'an index'],
  ['insert into team (id) values (1) on conflict (id) do update set name = excluded.name', 'an upsert'],
])('outside of the dialect, the SQL "%s" is accepted: %s', (text) => {
  expect(
    violationsWith({ 'apps/server/src/delivery/queue/claim.ts': `export const q = sql\`${text}\`;` }),
  ).toEqual([]);
});

test.each([
  [`on.fn('json_each', ['list'])`, `fn('json_each')`],
  [`on.fn<number>('ifnull', ['phone'])`, `fn('ifnull')`],
  [`fn('strftime', ['at'])`, `fn('strftime')`],
  [`on.fn.agg('string_agg', ['name'])`, `agg('string_agg')`],
  [`on.fn.any('ids')`, 'any()'],
  [`on.distinctOn('team_id')`, 'distinctOn()'],
  [`on.insertInto('team').orIgnore()`, 'orIgnore()'],
  [`on.where('name', 'ilike', 'a%')`, `'ilike'`],
  [`on.ref('data', '->>')`, `'->>'`],
  [`fn('md5', ['email'])`, `fn('md5')`],
  [`on.fn.avg('used')`, 'avg()'],
  [`on.where('name', 'like', 'a%')`, `'like'`],
  [`on.where('plan_id', 'is not', other)`, `'is' with a value`],
  [`on.limit(-1)`, 'limit() of a negative number'],
  [`on.url.includes('postgresql')`, `'postgresql'`],
  ['on.url.startsWith(`postgres:${on.host}`)', `'postgres'`],
])('outside of the dialect, the query builder %s is rejected', (text, found) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  expect(violationsWith({ [file]: `export const q = (on, fn) => ${text};` })).toEqual([
    `${file}:1: ${found}: ${KNOWS}`,
  ]);
});

const HANDLES = 'a feature uses TenantDb, PlatformDb or AccountsDb';

test.each([
  {
    what: 'the connection',
    text: `import { openDatabase } from '../../db/connection.ts';`,
    expected: [`:1: openDatabase of db/connection.ts: ${HANDLES}`],
  },
  {
    what: 'the type of the connection',
    text: `\nimport type { Db, Tx } from '../../db/tables.ts';`,
    expected: [`:2: Db of db/tables.ts: ${HANDLES}`, `:2: Tx of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'that type under another name',
    text: `import type { Db as Rows } from '../../db/tables.ts';`,
    expected: [`:1: Db of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'a type by import()',
    text: `export type A = import('../../db/tables.ts').Db;`,
    expected: [`:1: * of db/tables.ts: ${HANDLES}`],
  },
  {
    what: 'the function that opens a handle',
    text: `import { rawDb } from '../../db/handle.ts';`,
    expected: [`:1: rawDb of db/handle.ts: ${HANDLES}`],
  },
  {
    what: 'a file of db/ that is not listed',
    text: `import '../../db/new-file.ts';`,
    expected: [`:1: everything of db/new-file.ts: ${HANDLES}`],
  },
  {
    what: 'the dialect',
    text: `import { getDialect, isUniqueViolation } from '../../db/dialect.ts';`,
    expected: [`:1: getDialect of db/dialect.ts: ${HANDLES}`],
  },
  {
    what: "Kysely's own connection",
    text: `import { sql, type Kysely } from 'kysely';`,
    expected: [`:1: Kysely of kysely: ${HANDLES}`],
  },
  {
    what: 'all of Kysely',
    text: `import * as kysely from 'kysely';`,
    expected: [`:1: * of kysely: ${HANDLES}`],
  },
  {
    what: 'raw SQL on sessions',
    text: 'import { sql } from "kysely";\nexport const q = sql`select token_hash\nfrom session`;',
    expected: [':3: the table "session" in raw SQL: use a query builder of TenantDb or AccountsDb'],
  },
])('in a feature, $what is rejected', ({ text, expected }) => {
  const file = 'apps/server/src/features/plans/plans.repository.ts';
  const db = Object.fromEntries(
    ['tables', 'handle', 'new-file', 'dialect'].map((name) => [`apps/server/src/db/${name}.ts`, '']),
  );
  expect(violationsWith({ ...db, [file]: text })).toEqual(expected.map((line) => file + line));
});

const TENANT = 'use a query builder of TenantDb or AccountsDb';

test.each([
  ['select 1 from team, session', 'session'],
  ['select 1 from team as a, session b where a.id = b.account_id', 'session'],
  ['select 1 from (select id from team) as t, app_user', 'app_user'],
  ['select 1 from (team join admin on true)', 'admin'],
  ['select 1 from ${dialect.jsonRows(rows)}, settings', 'settings'],
  ['select 1 from team left join app_user on true', 'app_user'],
  ['select 1 from "app_user"', 'app_user'],
  ['select 1 from main.app_user', 'app_user'],
  ['select 1 from/**/session', 'session'],
  ['delete from subscription where 1 = 1', 'subscription'],
  ['update alarm set closed_at = null', 'alarm'],
  ['insert into audit (id) values (1)', 'audit'],
  ['select (select max(id) from audit) as newest from team', 'audit'],
  ['with own as (select id from settings) select id from own', 'settings'],
])('in a feature, the raw SQL "%s" is rejected', (text, table) => {
  const file = 'apps/server/src/features/plans/plans.repository.ts';
  expect(
    violationsWith({ [file]: `import { sql } from 'kysely'; export const q = sql\`${text}\`;` }),
  ).toEqual([`${file}:1: the table "${table}" in raw SQL: ${TENANT}`]);
});

test.each([
  ['sql`select password_hash from team`', '"password_hash" in raw SQL: use AccountsDb'],
  ['sql`select 1 from ${sql.ref(table)}`', 'a table in raw SQL is written out'],
  ['sql`select 1 from ${table}`', 'a table in raw SQL is written out'],
  ["sql.table('session')", 'sql.table(): a table in raw SQL is written out'],
  ["sql.id('session')", 'sql.id(): a table in raw SQL is written out'],
  ["platform.selectFrom(sql`session`.as('s'))", 'raw SQL as the table of selectFrom()'],
])('in a feature, %s is rejected', (text, expected) => {
  const file = 'apps/server/src/features/plans/plans.repository.ts';
  expect(violationsWith({ [file]: `import { sql } from 'kysely'; export const q = ${text};` })).toEqual([
    `${file}:1: ${expected}`,
  ]);
});

test('the raw SQL of a feature names the tables of a PlatformDb, its own queries, and rows of a parameter', () => {
  const text = `import { sql } from 'kysely';
export const q = sql\`with newest as (select id from delivery) select count(*) from newest, reach r
  join \${dialect.jsonRows(rows, 'given')} on true where r.purpose is distinct from 'test' and id in (select 1 from team)\`;`;
  expect(violationsWith({ 'apps/server/src/features/plans/plans.repository.ts': text })).toEqual([]);
});

const LEAK = 'a feature could import the connection from here';

test.each([
  `export type { Db } from '../db/tables.ts';`,
  `export { rawDb as open } from '../db/handle.ts';`,
  `export { type Kysely } from 'kysely';`,
  `export * from '../db/handle.ts';`,
  `import type { Db } from '../db/tables.ts'; export type { Db };`,
  `import type { Db } from '../db/tables.ts'; export type Connection = Db;`,
  `import type { Db } from '../db/tables.ts'; export type Opener = () => Promise<Db>;`,
  `import type { Db as Rows } from '../db/tables.ts'; export type Connection = Rows | null;`,
  `import { type Kysely } from 'kysely'; export type Connection = Kysely<unknown>;`,
  `export type Connection = import('../db/tables.ts').Db;`,
  `import { rawDb } from '../db/handle.ts'; export { rawDb };`,
  `import { rawDb } from '../db/handle.ts'; export default rawDb;`,
  `import { rawDb } from '../db/handle.ts'; export const open = rawDb;`,
  `import { rawDb } from '../db/handle.ts'; export const tools = { open: rawDb };`,
  `import { rawDb } from '../db/handle.ts'; export const open = (handle) => rawDb(handle);`,
  `import { rawDb } from '../db/handle.ts'; export function open(handle) { return rawDb(handle); }`,
  `import { rawDb } from '../db/handle.ts'; export function open(handle) { const db = rawDb(handle); return { db }; }`,
  `import { rawDb } from '../db/handle.ts'; export class Tools { open = rawDb; }`,
  `import { inTransaction } from '../db/handle.ts'; export const open = (handle) => inTransaction(handle, async (tx) => tx);`,
  `import * as handle from '../db/handle.ts'; export const open = (it) => handle.rawDb(it);`,
  `import type { Db } from '../db/tables.ts'; export function run(work: (db: Db) => void) {}`,
  `import { prepared } from '../db/prepared.ts'; export const query = prepared;`,
  `import type { Db } from '../db/tables.ts'; import { rawDb } from '../db/handle.ts'; type Use = (db: Db) => void; export function run(on, use: Use) { use(rawDb(on)); }`,
  `import { rawDb } from '../db/handle.ts'; export function run(on, use) { const db = rawDb(on); use({ db }); }`,
  `import { rawDb } from '../db/handle.ts'; export const box = {}; export function run(on) { box.db = rawDb(on); }`,
  `import { rawDb } from '../db/handle.ts'; export const list = []; export function run(on) { list.push(rawDb(on)); }`,
  `import { rawDb } from '../db/handle.ts'; export function* each(on) { yield rawDb(on); }`,
  `import { rawDb } from '../db/handle.ts'; export function run(on) { throw rawDb(on); }`,
  `import { rawDb } from '../db/handle.ts'; export function run(on, use = rawDb(on)) { on.use(use); }`,
  `import { rawDb } from '../db/handle.ts'; export const run = (on) => [rawDb(on)].at(0);`,
  `import { rawDb } from '../db/handle.ts'; export const run = (on) => rawDb(on).withSchema('a');`,
  `import { inTransaction } from '../db/handle.ts'; export const run = (on, use) => inTransaction(on, (tx) => use(tx));`,
  `import { rawDb } from '../db/handle.ts'; export const run = (on) => rawDb(on).selectFrom;`,
  `import { rawDb } from '../db/handle.ts'; const same = <T,>(one: T): T => one; export const run = (on) => same(rawDb(on));`,
  `import type { Db } from '../db/tables.ts'; export function open(options: { connection: Db }) { return options.connection; }`,
  `export const run = async () => (await import('../db/handle.ts')).rawDb;`,
  `import { run } from '../db/batch.ts'; export const open = (options) => options.db;`,
])('below the features, "%s" is rejected', (text) => {
  const db = Object.fromEntries(
    ['tables', 'handle', 'prepared', 'batch'].map((name) => [`apps/server/src/db/${name}.ts`, '']),
  );
  const file = 'apps/server/src/http/connections.ts';
  const lines = violationsWith({ ...db, [file]: text });
  expect(lines).toEqual([`${file}:1: ${LEAK}`]);
  // The same in a file of db/ that features may import.
  const allowed = 'apps/server/src/db/rows.ts';
  expect(violationsWith({ ...db, [allowed]: text.replaceAll('../db/', './') })).toEqual([
    `${allowed}:1: ${LEAK}`,
  ]);
});

test.each([
  `import { planRoutes } from './features/plans/plans.routes.ts'; export const start = ({ db }) => planRoutes({ db });`,
  `import { planRoutes } from './features/plans/plans.routes.ts'; export const start = ({ db }) => planRoutes(base, db);`,
  `import { planRoutes } from './features/plans/plans.routes.ts'; export const start = ({ db }) => app.register(planRoutes, { db });`,
  `import { planRoutes } from './features/plans/plans.routes.ts'; export const start = ({ db }) => { const all = { db }; planRoutes(all); };`,
  `import { openDatabase } from './db/connection.ts'; import { Plans } from './features/plans/plans.routes.ts';
const connection = openDatabase(); export const plans = new Plans({ platform: connection });`,
])('app.ts passes no connection to a feature: "%s"', (text) => {
  const [line, ...more] = violationsWith({ 'apps/server/src/app.ts': text });
  expect(line).toMatch(/^apps\/server\/src\/app.ts:\d: features get handles$/);
  expect(more).toEqual([]);
});

test('app.ts passes handles to a feature', () => {
  const text = `import { planRoutes } from './features/plans/plans.routes.ts'; import { TenantDb } from './db/tenant.ts';
export const start = ({ db }) => planRoutes({ platform: new TenantDb(db) });`;
  expect(violationsWith({ 'apps/server/src/app.ts': text })).toEqual([]);
});

const NAMED = 'read the descriptor of the channel instead of its name';
const FOR_EACH = 'a value for each channel: the type checker then reports a missing one';

test.each([
  { what: 'a comparison', text: `export const a = (channel: string) => channel === 'email';`, name: 'email' },
  {
    what: 'a comparison in reverse',
    text: `export const a = (one: string) => 'email' !== one;`,
    name: 'email',
  },
  {
    what: 'a comparison with a template',
    text: 'export const a = (one: string) => one === `sms`;',
    name: 'sms',
  },
  {
    what: 'a case of a switch',
    text: `export function a(one: string) { switch (one) { case 'email': return 1; } }`,
    name: 'email',
  },
  {
    what: 'a message on one channel',
    text: `export const a = { channel: 'email' as const };`,
    name: 'email',
  },
  { what: 'a variable', text: `export const channel = 'email';`, name: 'email' },
  { what: 'a default value', text: `export const a = (channel = 'email') => channel;`, name: 'email' },
  { what: 'an argument', text: `export const a = recipients('email', []);`, name: 'email' },
  { what: 'a descriptor by its name', text: `export const a = CHANNEL.email;`, name: 'email' },
  { what: 'a driver by its name', text: `export const a = DRIVER['email'];`, name: 'email' },
  { what: 'a value by the name of the channel', text: `export const a = texts.sms;`, name: 'sms' },
  { what: 'a value for the channel', text: `export const a = { email: 1, sms: 2 };`, name: 'sms' },
  { what: 'any other text', text: `export const a = new Set(['sms']);`, name: 'sms' },
  {
    what: 'a part of a name',
    text: `export const a = (channel: string) => channel.startsWith('sm');`,
    name: 'sm',
  },
  {
    what: 'a list that is searched',
    text: `export const a = (channel: string) => ['email'].includes(channel);`,
    name: 'email',
  },
  {
    what: 'a set that is searched',
    text: `export const a = (one: Row) => new Set(['email']).has(one.channel);`,
    name: 'email',
  },
  {
    what: 'a set that is declared and searched',
    text: `const SET = new Set(['email'] as const); export const a = (channel: string) => SET.has(channel);`,
    name: 'email',
  },
  { what: 'a map', text: `export const a = new Map([['email', 1]]);`, name: 'email' },
  {
    what: 'an object that is searched',
    text: `export const a = (channel: string) => ({ email: 1 })[channel];`,
    name: 'email',
  },
  {
    what: 'an object that is declared and searched',
    text: `const LIMITS = { email: 1 } as const; export const a = ({ channel }: Row) => LIMITS[channel];`,
    name: 'email',
  },
  {
    what: 'the type of the other channels',
    text: `export type A = Exclude<Channel, 'email'>;`,
    name: 'email',
  },
])('outside of the channels, $what is rejected', ({ text, name }) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  expect(violationsWith({ [file]: text })).toEqual([`${file}:1: '${name}': ${NAMED}`]);
});

test.each([
  [`export const a = (channel: string) => /^sms$/.test(channel);`, `/^sms$/: ${NAMED}`],
  [`export const a = (one: Row) => one.channel.match(/^e/);`, `/^e/: ${NAMED}`],
  ['export type A = Partial<Record<Channel, number>>;', FOR_EACH],
  ['export type A = Partial<Readonly<Record<Channel, number>>>;', FOR_EACH],
])('outside of the channels, "%s" is rejected', (text, why) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  expect(violationsWith({ [file]: text })).toEqual([`${file}:1: ${why}`]);
});

test.each([
  { what: 'a list of channels', text: `export const a = ['email', 'sms'];` },
  { what: 'a type of channels', text: `export type A = 'email' | 'sms';` },
])('outside of the channels, $what is rejected with each name', ({ text }) => {
  const file = 'packages/alerts/src/new-file.ts';
  expect(violationsWith({ [file]: text }).toSorted()).toEqual([
    `${file}:1: 'email': ${NAMED}`,
    `${file}:1: 'sms': ${NAMED}`,
  ]);
});

test('the email of a person is no channel, and the folders of the channels may name theirs', () => {
  const column = `export const a = db.selectFrom('team').select(['id', 'email']).where('email', '=', team.email);`;
  const list = `export const FIELDS = ['email']; export const c = (field: string) => FIELDS.includes(field);`;
  const field = `export const b = (field: string) => (field === 'email' ? { email: 1 } : input('phone', { field: 'email' }));`;
  expect(
    violationsWith({
      'apps/server/src/features/plans/plans.repository.ts': `${column}\n${field}\n${list}`,
      'apps/server/src/delivery/channels/sms/sms-driver.ts': `export const a = { channel: 'sms' };`,
      'packages/contract/src/channels/channels.ts': `export const ALL = ['email', 'sms'];`,
      'apps/console/src/texts/deliveries.ts': `export const channels = { email: 'Email', sms: 'SMS' };`,
      'apps/server/src/db/rows.test.ts': `export const channel = 'sms';`,
    }),
  ).toEqual([]);
});

test('only the entry points import the layers of commands, which may pass the connection on', () => {
  const importers = Object.entries(serverLayers).filter(([, { uses }]) =>
    uses.some((layer) => commandLayers.includes(layer)),
  );
  expect(importers.map(([layer]) => layer)).toEqual(['main']);
});

test('layers below the features use the connection', () => {
  const text = `import type { Db } from '../../db/tables.ts';\nimport { rawDb } from '../../db/handle.ts';`;
  const db = { 'apps/server/src/db/tables.ts': '', 'apps/server/src/db/handle.ts': '' };
  expect(violationsWith({ ...db, 'apps/server/src/delivery/queue/claim.ts': text })).toEqual([]);
});

test('tests may depend on the database on which they run', () => {
  const text = `export const isSqlite = process.env.TEST_DATABASE === 'sqlite';`;
  expect(violationsWith({ 'apps/server/src/db/rows.test.ts': text })).toEqual([]);
});

test('reports all violations together', () => {
  const violations = violationsWith({
    'apps/server/src/db/one.ts': `import '../app.ts';`,
    'packages/contract/src/Two.ts': '',
  });
  expect(violations).toHaveLength(2);
});
