import { expect, test } from 'vitest';
import { violationsWith } from './example-repository.ts';

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
  ['select id from team order by id limit cast(${b} as bigint) offset ${c}', 'a limit as a bigint'],
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

test('tests may depend on the database on which they run', () => {
  const text = `export const isSqlite = process.env.TEST_DATABASE === 'sqlite';`;
  expect(violationsWith({ 'apps/server/src/db/rows.test.ts': text })).toEqual([]);
});
