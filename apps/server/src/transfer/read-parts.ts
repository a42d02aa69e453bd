import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { IMAGE_TABLE, readImageFiles } from './image-files.ts';
import type { Part, Summary, TableColumns, TableContent } from './parts.ts';
import { lineOf } from './rows.ts';
import { readTables } from './tables.ts';
import { RowChecksum } from './row-checksum.ts';

/** Rows of one batch; of a table with contents of files, fewer. They limit the memory. */
const BATCH_SIZE = 200;
const FILE_BATCH_SIZE = 4;

/** Runs `work` on one connection, in a transaction that reads the same state of the database to its end. */
export async function inSnapshot<Result>(db: Db, work: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return await db.connection().execute(async (connection) => {
    const dialect = getDialect(connection);
    const end = () => dialect.endSnapshot.execute(connection);
    await dialect.beginSnapshot.execute(connection);
    try {
      // The target may take longer between two batches than a transaction may usually do nothing.
      await dialect.limitTransaction(connection, { idle: 0 });
      const result = await work(connection);
      await end();
      return result;
    } catch (error) {
      // A second error would hide the first one.
      await end().catch(() => {});
      throw error;
    }
  });
}

/** All rows of all tables. @param imageFolder the folder with the images; null where a table has them */
export async function* readParts(db: Db, imageFolder: string | null): AsyncGenerator<Part> {
  const lastIds = new Map((await getDialect(db).lastIds(db)).map(({ table, lastId }) => [table, lastId]));
  for (const table of await readTables(db)) {
    yield { kind: 'table', ...table };
    const checksum = new RowChecksum();
    for await (const lines of batches(db, table, imageFolder)) {
      for (const line of lines) checksum.add(line);
      yield { kind: 'rows', lines };
    }
    yield { kind: 'end', rows: checksum.rows, hash: checksum.hash, lastId: lastIds.get(table.table) ?? null };
  }
}

async function* batches(db: Db, table: TableColumns, imageFolder: string | null): AsyncGenerator<string[]> {
  const kinds = Object.entries(table.columns);
  const size = kinds.some(([, kind]) => kind === 'bytes') ? FILE_BATCH_SIZE : BATCH_SIZE;
  const names = kinds.map(([name]) => name);
  for await (const rows of getDialect(db).readRows(db, table.table, names, size)) {
    yield rows.map((row) => lineOf(table, row));
  }
  if (imageFolder === null || table.table !== IMAGE_TABLE) return;
  for await (const row of readImageFiles(db, imageFolder)) yield [lineOf(table, row)];
}

/** What the tables have. */
export async function summarize(parts: AsyncIterable<Part>): Promise<Summary> {
  const summary = new Map<string, TableContent>();
  let table = '';
  for await (const part of parts) {
    if (part.kind === 'table') table = part.table;
    if (part.kind === 'end') summary.set(table, { rows: part.rows, hash: part.hash, lastId: part.lastId });
  }
  return summary;
}
