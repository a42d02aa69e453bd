import { sql, type Kysely } from 'kysely';
import { changeMarkOf, skipLogSync, waitForLog } from '../sqlite/sqlite-dialect.ts';
import type { Dialect, StoredReference } from './operations.ts';

/** Tables by names that are read from the database. */
type AnyTables = Record<string, Record<string, unknown>>;

/** SQLITE_CONSTRAINT_UNIQUE, as node:sqlite reports it. */
const UNIQUE_VIOLATION = 2067;

export const sqlite: Dialect = {
  jsonRows(rows, alias, columns) {
    const fields = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`);
    return sql`(select ${sql.join(fields)} from json_each(${rows})) as ${sql.id(alias)}`;
  },

  isOneOf: (value, list) => sql<boolean>`${value} in (select value from json_each(${list}))`,

  includes: (text, part) => sql`instr(${text}, ${part}) > 0`,

  jsonText: (column, property) => sql`${column} ->> ${sql.lit(property)}`,

  lock: () => sql``,

  limitTransaction: async () => {},

  tableRows: null,

  lockKey: null,

  lockMigrations: null,

  // With `cross join` SQLite never starts with the table.
  joinEach: (table, alias, ids) =>
    sql`cross join ${sql.table(table)} as ${sql.id(alias)} on ${sql.id(alias)}.id in (${ids})`,

  joinQuery: null,

  withoutIndex: (column) => sql`+${column}`,

  addMilliseconds: (moment, milliseconds) =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, (${milliseconds} / 1000.0) || ' seconds')`,

  startOfQuarter: (moment) =>
    sql<string>`substr(${moment}, 1, 14) || printf('%02d', cast(substr(${moment}, 15, 2) as integer) / 15 * 15) || ':00.000Z'`,

  queriesWait: false,

  // One connection: what it stores is visible before the next query.
  commitsOutOfOrder: false,

  momentType: sql`text`,

  bytesType: sql`blob`,

  // Without autoincrement SQLite gives the id of a deleted last row to the next one.
  addId: (table) => table.addColumn('id', 'integer', (id) => id.autoIncrement().primaryKey().notNull()),

  continueIds: async () => {},

  withGivenId: sql``,

  keptIds: null,

  columnTypes: { id: 'integer', integer: 'integer', text: 'text', moment: 'text', bytes: 'blob' },

  async storedColumns(db) {
    const { rows } = await sql<{ table: string; column: string; type: string; required: number }>`
      select m.name as "table", c.name as "column", lower(c.type) as type, c."notnull" as required
      from sqlite_schema m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'kysely_%' and m.name not like 'sqlite_%'`.execute(db);
    return rows.map(({ required, ...column }) => ({ ...column, nullable: required === 0 }));
  },

  async storedReferences(db) {
    const { rows } = await sql<StoredReference>`
      select distinct m.name as "table", f."table" as "refersTo"
      from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db);
    return rows;
  },

  async lastIds(db) {
    const { rows } = await sql<{ table: string; lastId: number }>`
      select name as "table", seq as "lastId" from sqlite_sequence where seq > 0`.execute(db);
    return rows;
  },

  async setLastId(db, table, lastId) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db);
  },

  // Not `begin`: transactions with that start write, and would delay the presses of a server.
  beginSnapshot: sql`begin deferred`,

  endSnapshot: sql`commit`,

  async *readRows(db, table, columns, size) {
    const stream = (db as unknown as Kysely<AnyTables>)
      .selectFrom(table)
      .select([...columns])
      .stream();
    let rows: Record<string, unknown>[] = [];
    for await (const row of stream) {
      rows.push(row);
      if (rows.length < size) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  },

  countServerConnections: async () => 0,

  async deleteAllRows(db, tables) {
    await db.transaction().execute(async (tx) => {
      // Rows may refer to tables in either order.
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      for (const name of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
      await sql`delete from sqlite_sequence`.execute(tx);
    });
  },

  // Otherwise the next commit would write the whole log back into the file.
  settle: sql`pragma wal_checkpoint(truncate)`,

  // The commit writes it to the log, although the table exists only in the transaction.
  async checkSpace(db) {
    await db.transaction().execute(async (tx) => {
      await sql`create table space_check (content blob)`.execute(tx);
      await sql`insert into space_check values (zeroblob(262144))`.execute(tx);
      await sql`drop table space_check`.execute(tx);
    });
  },

  async skipDiskWaits(db) {
    skipLogSync(db.getExecutor().adapter);
  },

  waitForDisk: waitForLog,

  emptyChange: null,

  changeMark: changeMarkOf,

  rowMark: null,

  markSubscribersOfSettings: async () => {},

  isLockConflict: () => false,

  async hasIndex(db, name, table) {
    const { rows } = await sql`select 1 from sqlite_master
      where type = 'index' and name = ${name} and tbl_name = ${table}`.execute(db);
    return rows.length > 0;
  },

  buildIndex: null,

  isUniqueViolation: (error) => (error as { errcode?: number }).errcode === UNIQUE_VIOLATION,
};
