import { expect, onTestFinished, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { openDatabase } from '../connection.ts';
import type { Db } from '../tables.ts';
import { MOST_RESULTS, UnchangedReads } from './unchanged-reads.ts';

/** Reads the names of all subscribers, and counts how often. */
function readerOf(sizeOf = (names: string) => names.length) {
  const results = new UnchangedReads<string>(['team'], sizeOf);
  const state = { reads: 0 };
  const read = (db: Db, key = 'all') =>
    results.get(db, key, async () => {
      state.reads += 1;
      const rows = await db.selectFrom('team').select('account_name').orderBy('id').execute();
      return rows.map(({ account_name }) => account_name).join();
    });
  return { state, read };
}

async function databaseWithTeam() {
  const { db, location } = await testDatabase();
  const team = await buildTeam(db, { account_name: 'First' });
  /** Where it is not known whether a table was changed, each call reads it. */
  const reads = (ifKnown: number, all: number) => (location.kind === 'sqlite' ? ifKnown : all);
  return { db, location, team, reads };
}

test('a result is used again until its table is changed, by this connection or another', async () => {
  const { db, location, team, reads } = await databaseWithTeam();
  const { state, read } = readerOf();
  expect([await read(db), await read(db)]).toEqual(['First', 'First']);
  expect(state.reads).toBe(reads(1, 2));
  await db
    .insertInto('config')
    .values({ config_key: 'another_table', config_value: 'x', updated_at: new Date().toISOString() })
    .execute();
  expect(await read(db)).toBe('First');
  expect(state.reads).toBe(reads(1, 3));
  await db.updateTable('team').set({ account_name: 'Second' }).where('id', '=', team.id).execute();
  expect(await read(db)).toBe('Second');
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  await other.updateTable('team').set({ account_name: 'Third' }).where('id', '=', team.id).execute();
  expect([await read(db), await read(db)]).toEqual(['Third', 'Third']);
  expect(state.reads).toBe(reads(3, 6));
});

test('a transaction reads what it has changed, and nobody else does before it commits', async () => {
  const { db, team } = await databaseWithTeam();
  const { read } = readerOf();
  expect(await read(db)).toBe('First');
  const rename = (tx: Db, account_name: string) =>
    tx.updateTable('team').set({ account_name }).where('id', '=', team.id).execute();
  let seenMeanwhile: Promise<string> | undefined;
  const rolledBack = db.transaction().execute(async (tx) => {
    await rename(tx, 'Never');
    expect(await read(tx)).toBe('Never');
    seenMeanwhile = read(db);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await seenMeanwhile).toBe('First');
  expect(await read(db)).toBe('First');
  await db.transaction().execute(async (tx) => {
    await rename(tx, 'Second');
    expect(await read(tx)).toBe('Second');
  });
  expect(await read(db)).toBe('Second');
});

test('long results are read each time, and no more results are kept than the maximum', async () => {
  const { db, reads } = await databaseWithTeam();
  const long = readerOf(() => 10_001);
  await long.read(db);
  await long.read(db);
  expect(long.state.reads).toBe(2);
  const { state, read } = readerOf();
  for (let key = 0; key <= MOST_RESULTS; key += 1) await read(db, `${key}`);
  const before = state.reads;
  await read(db, `${MOST_RESULTS}`);
  expect(state.reads - before).toBe(reads(0, 1));
  await read(db, '0');
  expect(state.reads - before).toBe(reads(1, 2));
});

test('a result that fails is not kept', async () => {
  const { db } = await databaseWithTeam();
  const results = new UnchangedReads<string>(['team'], () => 0);
  const failing = results.get(db, 'key', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  expect(await results.get(db, 'key', () => Promise.resolve('read'))).toBe('read');
});
