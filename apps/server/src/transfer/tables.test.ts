import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { KNOWN_MIGRATIONS } from '../db/migration-files.ts';
import { migrate } from '../db/migrate.ts';
import { emptyLocation, failUnlessClosed } from '../testing/databases/database.ts';
import { readOtherTables, readTables } from './tables.ts';

test('the tables of each version are of Callpoint, also those that later versions no longer have', async () => {
  const db = openDatabase(await emptyLocation(), failUnlessClosed);
  onTestFinished(() => db.destroy());
  const seen = new Set<string>();
  for (const migration of KNOWN_MIGRATIONS) {
    await migrate(db, migration);
    expect({ migration, others: await readOtherTables(db) }).toEqual({ migration, others: [] });
    for (const { table } of await readTables(db)) seen.add(table);
  }
  const now = (await readTables(db)).map(({ table }) => table);
  expect(seen.difference(new Set(now))).toEqual(new Set(['password_reset']));
});
