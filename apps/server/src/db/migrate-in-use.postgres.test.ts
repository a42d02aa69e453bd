import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLocation, failUnlessClosed } from '../testing/databases/database.ts';
import { openDatabase } from './connection.ts';
import { isMigrated, migrate } from './migrate.ts';

test('a migration that waits for a table in use lets other calls of the table go first, and runs later', async () => {
  const location = await emptyLocation();
  const [db, other] = [openDatabase(location, failUnlessClosed), openDatabase(location, failUnlessClosed)];
  onTestFinished(async () => void (await Promise.all([db.destroy(), other.destroy()])));
  // The next one adds a column to this table.
  await migrate(db, '0063-help-sent-at');
  const read = sql<{ count: number }>`select count(*) as count from deleted_item`;
  const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
    where relation = 'deleted_item'::regclass and not granted`;
  const isWaiting = async () => ((await waiting.execute(other)).rows[0]?.count ?? 0) > 0;
  let migrated: Promise<string[]> | undefined;
  // Like a backup, which reads every table in one transaction.
  await other.transaction().execute(async (tx) => {
    await read.execute(tx);
    migrated = migrate(db);
    await expect.poll(isWaiting).toBe(true);
    // It would wait for the migration, which would wait for the transaction.
    expect((await read.execute(other)).rows).toEqual([{ count: 0 }]);
    expect(await isMigrated(other)).toBe(false);
  });
  expect(await migrated).toContain('0064-deleted-by-id');
  expect(await isMigrated(other)).toBe(true);
});
