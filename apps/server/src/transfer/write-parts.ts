import { sql, type CompiledQuery } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { IMAGE_TABLE, writeImageFiles } from './image-files.ts';
import { TransferError, type Part, type Summary, type TableColumns, type TableContent } from './parts.ts';
import { readParts, summarize } from './read-parts.ts';
import { valuesOf } from './rows.ts';
import { readTables } from './tables.ts';

/** Values of one statement. PostgreSQL accepts 65,535, SQLite 32,766. */
const MAX_VALUES = 16_000;

/** Where the rows are written: a transaction, and the folder for images, if they are not in a table. */
export type Destination = { tx: Db; imageFolder: string | null };

/** Writes all rows into empty tables and returns what they should have now. */
export async function writeParts(
  { tx, imageFolder }: Destination,
  parts: AsyncIterable<Part>,
): Promise<Summary> {
  const summary = new Map<string, TableContent>();
  const stored = new Map((await readTables(tx)).map((table) => [table.table, table]));
  let current: Writer | undefined;
  for await (const part of parts) {
    if (part.kind === 'table') {
      requireSameColumns(part, stored.get(part.table));
      current = new Writer(tx, part, part.table === IMAGE_TABLE ? imageFolder : null);
    } else if (!current) throw new TransferError('rows come before their table');
    else if (part.kind === 'rows') await current.write(part.lines);
    else summary.set(current.table.table, await current.end(part));
  }
  const missing = [...stored.keys()].filter((table) => !summary.has(table));
  if (missing.length > 0) throw new TransferError(`tables are missing: ${missing.join(', ')}`);
  return summary;
}

/** Throws if the rows that are stored now differ from those that were written. */
export async function verifyWritten({ tx, imageFolder }: Destination, written: Summary): Promise<void> {
  const found = await summarize(readParts(tx, imageFolder));
  const different = [...written].filter(([table, { rows, hash }]) => {
    const now = found.get(table);
    return now?.rows !== rows || now.hash !== hash;
  });
  if (different.length > 0)
    throw new TransferError(
      `the stored rows differ from the rows of the source: ${different.map(([table]) => table).join(', ')}`,
    );
}

function requireSameColumns({ table, columns }: TableColumns, stored: TableColumns | undefined): void {
  const names = (of: Readonly<Record<string, unknown>> = {}) => Object.keys(of).toSorted().join(', ');
  if (names(columns) !== names(stored?.columns))
    throw new TransferError(`the table ${table} has other columns than in the version that the copy names`);
}

class Writer {
  readonly table: TableColumns;
  readonly #tx: Db;
  readonly #imageFolder: string | null;
  readonly #inserts = new Map<number, CompiledQuery>();

  constructor(tx: Db, table: TableColumns, imageFolder: string | null) {
    this.#tx = tx;
    this.table = table;
    this.#imageFolder = imageFolder;
  }

  async write(lines: readonly string[]): Promise<void> {
    const names = Object.keys(this.table.columns);
    const rows = lines.map((line) => valuesOf(this.table, line));
    if (this.#imageFolder !== null) {
      await writeImageFiles(
        this.#imageFolder,
        rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))),
      );
      return;
    }
    const size = Math.floor(MAX_VALUES / names.length);
    for (let from = 0; from < rows.length; from += size) await this.#insert(rows.slice(from, from + size));
  }

  async #insert(rows: readonly unknown[][]): Promise<void> {
    let query = this.#inserts.get(rows.length);
    // Compiled once for each number of rows: nearly all batches have the same.
    if (!query) this.#inserts.set(rows.length, (query = this.#compile(rows)));
    try {
      await this.#tx.executeQuery({ ...query, parameters: rows.flat() });
    } catch (error) {
      throw new TransferError(
        `rows of the table ${this.table.table} cannot be stored: ${(error as Error).message}`,
      );
    }
  }

  #compile(rows: readonly unknown[][]): CompiledQuery {
    const columns = Object.keys(this.table.columns).map((name) => sql.id(name));
    const given = 'id' in this.table.columns ? getDialect(this.#tx).withGivenId : sql``;
    const values = rows.map((row) => sql`(${sql.join(row)})`);
    return sql`insert into ${sql.table(this.table.table)} (${sql.join(columns)}) ${given} values ${sql.join(values)}`.compile(
      this.#tx,
    );
  }

  async end({ rows, hash, lastId }: TableContent): Promise<TableContent> {
    if (lastId !== null) await getDialect(this.#tx).setLastId(this.#tx, this.table.table, lastId);
    return { rows, hash, lastId };
  }
}
