import { sql } from 'kysely';
import type { DatabaseLocation } from '../db/connection.ts';
import { getDialect } from '../db/dialect.ts';
import { KNOWN_MIGRATIONS } from '../db/migration-files.ts';
import { migrate } from '../db/migrate.ts';
import { isDiskFull } from '../db/postgres/unavailable.ts';
import type { Db } from '../db/tables.ts';
import { imageFolder } from '../images/open-store.ts';
import { TransferError, type Origin, type Part, type Summary } from './parts.ts';
import { readOtherTables, readTables } from './tables.ts';
import { verifyWritten, writeParts } from './write-parts.ts';

/** Why a database cannot be copied with this version; null if it can. */
export function versionProblem({ migrations }: Pick<Origin, 'migrations'>): string | null {
  const unknown = migrations.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (unknown.length > 0)
    return `it is from a later version of Callpoint, with the changes ${unknown.join(', ')} of the tables: install that version or a later one`;
  return migrations.every((name, index) => name === KNOWN_MIGRATIONS[index])
    ? null
    : 'its tables are of no version that this one knows';
}

/** Why a database cannot be filled; null if it has no tables. A server that started on it has already stored rows. */
export async function targetProblem(db: Db): Promise<string | null> {
  const tables = [...(await readTables(db)).map(({ table }) => table), ...(await readOtherTables(db))];
  if (tables.length === 0) return null;
  const filled: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) filled.push(`${table} (${count})`);
  }
  const all = tables.length === 1 ? '1 table' : `${tables.length} tables`;
  return `it is not empty: it has ${all}. Those with rows: ${filled.join(', ') || 'none'}`;
}

/**
 * Fills an empty database in one transaction: the tables of the version that the rows are from, the rows, a comparison of
 * what was stored, and the later changes of the tables. If it is interrupted, the database is as empty as before.
 * @param finish runs at the end of the transaction
 */
export async function fillDatabase(
  db: Db,
  location: DatabaseLocation,
  { origin, parts }: { origin: Origin; parts: AsyncIterable<Part> },
  finish: (tx: Db) => Promise<void>,
): Promise<Summary> {
  const summary = await db.transaction().execute(async (tx) => {
    const { limitTransaction } = getDialect(tx);
    await limitTransaction(tx, { idle: 0 });
    await migrate(tx, origin.migrations.at(-1));
    await deleteFirstRows(tx);
    const destination = { tx, imageFolder: imageFolder(location) };
    const written = await writeParts(destination, parts);
    await verifyWritten(destination, written);
    await migrate(tx);
    await finish(tx);
    return written;
  });
  await getDialect(db)
    .settle.execute(db)
    .catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      throw new TransferError(
        `everything is stored, but ${error.message}: free space before a server starts`,
      );
    });
  return summary;
}

/** Some steps insert rows, which the copy has too. */
async function deleteFirstRows(tx: Db): Promise<void> {
  for (const { table } of (await readTables(tx)).toReversed())
    await sql`delete from ${sql.table(table)}`.execute(tx);
}
