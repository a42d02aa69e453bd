import { readdirSync, readlinkSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../../testing/databases/database.ts';
import { openDatabase, withoutQueryLimit } from '../connection.ts';
import type { Db } from '../tables.ts';

const ROWS = 2_000;

/** A database with a table of some hundred pages. */
async function databaseWithRows() {
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  await sql`create table large (id integer primary key, content text unique not null)`.execute(db);
  await sql`insert into large (id, content)
    with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ${ROWS})
    select id, printf('%0500d', id) from ids`.execute(db);
  return { db, location };
}

/** The temporary files of SQLite that this process has open; they have no name in their folder. */
function temporaryFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => linkOf(fd))
    .filter((path) => path.includes('etilqs_'));
}

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // It was open only to read the folder.
    return '';
  }
}

/** Changes all rows in one statement, and returns the temporary files at the end of the transaction. */
async function changeAll(db: Db): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    await sql`update large set content = content || 'x'`.execute(tx);
    return temporaryFiles();
  });
}

test('a transaction writes the pages that a statement changes to the log only, and no other file', async () => {
  const { db } = await databaseWithRows();
  expect(await changeAll(db)).toEqual([]);
});

test('a migration keeps the pages that a statement changes in a file, not in memory', async () => {
  const { db, location } = await databaseWithRows();
  expect(await withoutQueryLimit(location, db, changeAll)).toHaveLength(1);
  expect(await changeAll(db)).toEqual([]);
});

test('a statement that fails takes only its own changes back', async () => {
  const { db } = await databaseWithRows();
  await db.transaction().execute(async (tx) => {
    await sql`update large set content = content || 'x' where id < 10`.execute(tx);
    // The last row fails after all others have changed.
    const failing = sql`update large set content = case id when ${ROWS} then printf('%0500dxy', 1) else content || 'y' end`;
    await expect(failing.execute(tx)).rejects.toThrow(/unique/i);
  });
  const { rows } = await sql<{
    end: string;
    count: number;
  }>`select substr(content, 501) as "end", count(*) as count
    from large group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { end: '', count: ROWS - 9 },
    { end: 'x', count: 9 },
  ]);
});
