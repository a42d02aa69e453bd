import { sql } from 'kysely';
import type { ColumnKind } from '../../db/columns.ts';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { folderStore } from '../../images/folder-store.ts';
import { IMAGE_TABLE } from '../../transfer/image-files.ts';
import { readTables } from '../../transfer/tables.ts';

/** Three rows in every table, with values that copies could change. */

const ROWS = [1, 2, 3] as const;
/** The highest of PostgreSQL's integer. */
const HIGHEST = 2_147_483_647;

const HOSTILE = ['Ana 🧯🇺🇸 ａ é é \u2028\u2029 \\ " \' \n\r\t %_ {"a":[1,null]}', '', '[1,2]\u007F\u0001'];

/** Columns without an index, in which texts can be long. */
const LONG = new Set(['body', 'html', 'changes', 'data', 'message', 'provider_text']);
const LONG_TEXT = 'long 長い '.repeat(20_000);

/** @param imageFolder the folder with the images; null where a table has them */
export async function fillEveryTable(db: Db, imageFolder: string | null): Promise<void> {
  const tables = await readTables(db);
  for (const { table } of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db);
  for (const { table, columns } of tables) {
    if (table === IMAGE_TABLE && imageFolder !== null) continue;
    for (const row of ROWS) await insert(db, table, columns, row);
    if ('id' in columns && columns['id'] !== 'text')
      await getDialect(db).setLastId(db, table, 40 + table.length);
  }
  if (imageFolder === null) return;
  for (const row of ROWS)
    await folderStore(imageFolder).put(keyOf(row), { full: bytesOf(row), thumbnail: bytesOf(row + 10) });
}

async function insert(
  db: Db,
  table: string,
  columns: Readonly<Record<string, ColumnKind>>,
  row: number,
): Promise<void> {
  const required = new Set(
    (await getDialect(db).storedColumns(db))
      .filter((one) => one.table === table && !one.nullable)
      .map(({ column }) => column),
  );
  const values = Object.entries(columns).map(([name, kind]) =>
    row === 2 && !required.has(name) && name !== 'stored_at' ? null : valueOf(table, name, kind, row),
  );
  const names = Object.keys(columns).map((name) => sql.id(name));
  const given = 'id' in columns ? getDialect(db).withGivenId : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) ${given} values (${sql.join(values)})`.execute(
    db,
  );
}

function valueOf(table: string, column: string, kind: ColumnKind, row: number): unknown {
  switch (kind) {
    case 'id':
      return row;
    case 'integer':
      return row === 3 && !column.endsWith('_id') ? HIGHEST : row;
    case 'moment':
      return `2026-0${row}-21T08:14:07.${row}20Z`;
    case 'bytes':
      return bytesOf(row);
    case 'text':
      return table.startsWith('image') && column === 'key'
        ? keyOf(row)
        : `${column === 'id' ? '' : (HOSTILE[row - 1] ?? '')}${LONG.has(column) ? LONG_TEXT : ''}${row}`;
  }
}

const keyOf = (row: number) => String(row).repeat(40);

function bytesOf(row: number): Buffer {
  return Buffer.from(Array.from({ length: 300 }, (_, index) => (index * row) % 256));
}
