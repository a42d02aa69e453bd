import { expect, test } from 'vitest';
import { violationsWith } from './example-repository.ts';

const LEAK = 'a feature could import the connection from here';

test.each([
  `export type { Db } from '../db/tables.ts';`,
  `export { rawDb as open } from '../db/handles/handle.ts';`,
  `export { type Kysely } from 'kysely';`,
  `export * from '../db/handles/handle.ts';`,
  `import type { Db } from '../db/tables.ts'; export type { Db };`,
  `import type { Db } from '../db/tables.ts'; export type Connection = Db;`,
  `import type { Db } from '../db/tables.ts'; export type Opener = () => Promise<Db>;`,
  `import type { Db as Rows } from '../db/tables.ts'; export type Connection = Rows | null;`,
  `import { type Kysely } from 'kysely'; export type Connection = Kysely<unknown>;`,
  `export type Connection = import('../db/tables.ts').Db;`,
  `import { rawDb } from '../db/handles/handle.ts'; export { rawDb };`,
  `import { rawDb } from '../db/handles/handle.ts'; export default rawDb;`,
  `import { rawDb } from '../db/handles/handle.ts'; export const open = rawDb;`,
  `import { rawDb } from '../db/handles/handle.ts'; export const tools = { open: rawDb };`,
  `import { rawDb } from '../db/handles/handle.ts'; export const open = (handle) => rawDb(handle);`,
  `import { rawDb } from '../db/handles/handle.ts'; export function open(handle) { return rawDb(handle); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export function open(handle) { const db = rawDb(handle); return { db }; }`,
  `import { rawDb } from '../db/handles/handle.ts'; export class Tools { open = rawDb; }`,
  `import { inTransaction } from '../db/handles/handle.ts'; export const open = (handle) => inTransaction(handle, async (tx) => tx);`,
  `import * as handle from '../db/handles/handle.ts'; export const open = (it) => handle.rawDb(it);`,
  `import type { Db } from '../db/tables.ts'; export function run(work: (db: Db) => void) {}`,
  `import { prepared } from '../db/queries/prepared.ts'; export const query = prepared;`,
  `import type { Db } from '../db/tables.ts'; import { rawDb } from '../db/handles/handle.ts'; type Use = (db: Db) => void; export function run(on, use: Use) { use(rawDb(on)); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export function run(on, use) { const db = rawDb(on); use({ db }); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export const box = {}; export function run(on) { box.db = rawDb(on); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export const list = []; export function run(on) { list.push(rawDb(on)); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export function* each(on) { yield rawDb(on); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export function run(on) { throw rawDb(on); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export function run(on, use = rawDb(on)) { on.use(use); }`,
  `import { rawDb } from '../db/handles/handle.ts'; export const run = (on) => [rawDb(on)].at(0);`,
  `import { rawDb } from '../db/handles/handle.ts'; export const run = (on) => rawDb(on).withSchema('a');`,
  `import { inTransaction } from '../db/handles/handle.ts'; export const run = (on, use) => inTransaction(on, (tx) => use(tx));`,
  `import { rawDb } from '../db/handles/handle.ts'; export const run = (on) => rawDb(on).selectFrom;`,
  `import { rawDb } from '../db/handles/handle.ts'; const same = <T,>(one: T): T => one; export const run = (on) => same(rawDb(on));`,
  `import type { Db } from '../db/tables.ts'; export function open(options: { connection: Db }) { return options.connection; }`,
  `export const run = async () => (await import('../db/handles/handle.ts')).rawDb;`,
  `import { run } from '../db/queries/batch.ts'; export const open = (options) => options.db;`,
])('below the features, "%s" is rejected', (text) => {
  const db = Object.fromEntries(
    ['tables', 'handles/handle', 'queries/prepared', 'queries/batch'].map((name) => [
      `apps/server/src/db/${name}.ts`,
      '',
    ]),
  );
  const file = 'apps/server/src/http/connections.ts';
  const lines = violationsWith({ ...db, [file]: text });
  expect(lines).toEqual([`${file}:1: ${LEAK}`]);
  // The same in files of db/ that features may import.
  for (const [allowed, path] of [
    ['apps/server/src/db/rows.ts', './'],
    ['apps/server/src/db/totals/user-count.ts', '../'],
  ] as const) {
    expect(violationsWith({ ...db, [allowed]: text.replaceAll('../db/', path) })).toEqual([
      `${allowed}:1: ${LEAK}`,
    ]);
  }
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
  const text = `import { planRoutes } from './features/plans/plans.routes.ts'; import { TenantDb } from './db/handles/tenant.ts';
export const start = ({ db }) => planRoutes({ platform: new TenantDb(db) });`;
  expect(violationsWith({ 'apps/server/src/app.ts': text })).toEqual([]);
});

test('layers below the features use the connection', () => {
  const text = `import type { Db } from '../../db/tables.ts';\nimport { rawDb } from '../../db/handles/handle.ts';`;
  const db = { 'apps/server/src/db/tables.ts': '', 'apps/server/src/db/handles/handle.ts': '' };
  expect(violationsWith({ ...db, 'apps/server/src/delivery/queue/claim.ts': text })).toEqual([]);
});
