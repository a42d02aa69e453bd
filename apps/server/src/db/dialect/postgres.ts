import { sql } from 'kysely';
import { buildIndex, indexState } from '../postgres/build-index.ts';
import { markSubscribersOfSettings } from '../postgres/mark-subscribers.ts';
import { isLockConflict } from '../postgres/unavailable.ts';
import type { Dialect, StoredReference } from './operations.ts';

/** The name of a server's connections. */
export const SERVER_NAME = 'callpoint';

/** The key with which Kysely, and versions before this one, lock migrations. */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/** unique_violation */
const UNIQUE_VIOLATION = '23505';

export const postgres: Dialect = {
  jsonRows(rows, alias, columns) {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`);
    return sql`json_to_recordset(${rows}::json) as ${sql.id(alias)}(${sql.join(typed)})`;
  },

  // With `in (select ...)`, the planner expects 100 values, and reads all rows of a table that its statistics say is small.
  isOneOf: (value, list, type = 'text') =>
    sql<boolean>`${value} = any(array(
      select value::${sql.raw(type)} from json_array_elements_text(${list}::json) as listed(value)))`,

  includes: (text, part) => sql`strpos(${text}, ${part}) > 0`,

  jsonText: (column, property) => sql`${column}::json ->> ${sql.lit(property)}`,

  tableRows: (list, table) => sql`json_populate_recordset(null::${sql.table(table)}, ${list}::json)`,

  lock: (strength) => sql`for ${sql.raw(strength)}`,

  limitTransaction: async (tx, { lockWait, idle }) => {
    const set = (name: string, ms: number) => sql`set_config(${name}, ${String(ms)}, true)`;
    const limits = [];
    if (idle !== undefined) limits.push(set('idle_in_transaction_session_timeout', idle));
    if (lockWait !== undefined) limits.push(set('lock_timeout', lockWait));
    await sql`select ${sql.join(limits)}`.execute(tx);
  },

  lockKey: (text, number) => sql`pg_advisory_xact_lock(hashtextextended(${text}, ${number}))`,

  async lockMigrations(tx) {
    await postgres.limitTransaction(tx, { lockWait: 0 });
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
  },

  joinEach: (table, alias, ids) =>
    sql`cross join lateral (${ids}) as each_id join ${sql.table(table)} as ${sql.id(alias)}
      on ${sql.id(alias)}.id = each_id.id`,

  // The offset keeps the planner from joining entire tables, which its statistics may say are small.
  joinQuery: (query, alias) => sql`cross join lateral (${query} offset 0) as ${sql.id(alias)}`,

  withoutIndex: (column) => sql`+${column}`,

  addMilliseconds: (moment, milliseconds) =>
    sql`${moment}::timestamptz + ${milliseconds} * interval '1 millisecond'`,

  startOfQuarter: (moment) =>
    sql<string>`date_bin('15 minutes', ${moment}, timestamptz '2000-01-01 00:00:00Z')`,

  queriesWait: true,

  commitsOutOfOrder: true,

  momentType: sql`timestamptz(3)`,

  bytesType: sql`bytea`,

  addId: (table, ids = 'generated') =>
    table.addColumn('id', 'integer', (id) =>
      (ids === 'given' ? id.generatedByDefaultAsIdentity() : id.generatedAlwaysAsIdentity()).primaryKey(),
    ),

  withGivenId: sql`overriding system value`,

  // Ids that a process reserves for later would be used twice: after a crash, a sequence may have forgotten some.
  keptIds: {
    keep: (insert) => sql`with stored as (${insert})
      select set_config('callpoint.kept_ids', array_agg(id order by id)::text, true) from stored`,
    find: (number) => sql<number>`(select current_setting('callpoint.kept_ids')::integer[])[${number}]`,
  },

  async continueIds(db, table) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}
      having max(id) is not null`.execute(db);
  },

  hasIndex: async (db, name, table) => (await indexState(db, name, table)) === 'complete',

  buildIndex,

  columnTypes: {
    id: 'integer',
    integer: 'integer',
    text: 'text',
    moment: 'timestamp with time zone',
    bytes: 'bytea',
  },

  async storedColumns(db) {
    const { rows } = await sql<{ table: string; column: string; type: string; nullable: string }>`
      select table_name as "table", column_name as "column", data_type as type, is_nullable as nullable
      from information_schema.columns
        join pg_class t on t.relname = table_name and t.relnamespace = 'public'::regnamespace
      where table_schema = 'public' and table_name not like 'kysely_%' and t.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = t.oid
          and d.deptype = 'e')`.execute(db);
    return rows.map((column) => ({ ...column, nullable: column.nullable === 'YES' }));
  },

  async storedReferences(db) {
    const { rows } = await sql<StoredReference>`
      select distinct child.relname as "table", parent.relname as "refersTo"
      from pg_constraint c join pg_class child on child.oid = c.conrelid
        join pg_class parent on parent.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(db);
    return rows;
  },

  async lastIds(db) {
    const { rows } = await sql<{ table: string; lastId: number }>`
      select * from (
        select t.relname as "table", pg_sequence_last_value(s.oid) as "lastId"
        from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
          join pg_class t on t.oid = d.refobjid
        where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      ) as sequences where "lastId" is not null`.execute(db);
    return rows;
  },

  async setLastId(db, table, lastId) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId}::bigint)`.execute(db);
  },

  beginSnapshot: sql`begin transaction isolation level repeatable read read only`,

  endSnapshot: sql`commit`,

  async *readRows(db, table, columns, size) {
    const list = sql.join(columns.map((name) => sql.id(name)));
    await sql`declare transferred no scroll cursor for select ${list} from ${sql.table(table)}`.execute(db);
    try {
      for (;;) {
        const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(size)} from transferred`.execute(
          db,
        );
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
    } finally {
      // After a query that failed, the transaction runs nothing more: a second error would hide the first one.
      await sql`close transferred`.execute(db).catch(() => {});
    }
  },

  async countServerConnections(db) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = ${SERVER_NAME}`.execute(db);
    return rows[0]?.count ?? 0;
  },

  async deleteAllRows(db, tables) {
    const all = sql.join(tables.map((name) => sql.table(name)));
    await sql`truncate ${all} restart identity cascade`.execute(db);
  },

  // Otherwise the planner's statistics would include the new rows only a minute later.
  // It may take long, and a pooler may run it in a session with a limit.
  settle: sql`select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'transaction_timeout'); analyze`,

  // Rows in the files of the database, which exist only in this transaction.
  async checkSpace(db) {
    await sql`create temporary table space_check on commit drop as
      select generate_series as id from generate_series(1, 8000)`.execute(db);
  },

  async skipDiskWaits(db) {
    await sql`set synchronous_commit = off`.execute(db);
  },

  // Nothing is visible before it is on the disk.
  waitForDisk: async () => {},

  emptyChange: {
    value: sql`pg_logical_emit_message(true, 'callpoint', '')`,
    // The sessions of other roles do not show it.
    commitsWait: sql`exists (select from pg_stat_activity
      where usename = current_user and wait_event = 'SyncRep' and state_change < now() - interval '2 seconds')`,
  },

  // It would be a query as expensive as a read.
  changeMark: () => null,

  // The transaction that wrote this state of the row.
  rowMark: (row) => sql<string>`${sql.ref(`${row}.xmin`)}::text`,

  markSubscribersOfSettings,

  isLockConflict,

  isUniqueViolation: (error) => (error as { code?: string }).code === UNIQUE_VIOLATION,
};
