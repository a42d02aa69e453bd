import { expect, test } from 'vitest';
import { violationsWith } from './example-repository.ts';

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
    text: `import { rawDb } from '../../db/handles/handle.ts';`,
    expected: [`:1: rawDb of db/handles/handle.ts: ${HANDLES}`],
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
    ['tables', 'handles/handle', 'new-file', 'dialect'].map((name) => [`apps/server/src/db/${name}.ts`, '']),
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
