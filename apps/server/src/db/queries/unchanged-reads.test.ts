import { expect, onTestFinished, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { openDatabase } from '../connection.ts';
import { getDialect } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { LONGEST_USE, MOST_CHARACTERS, UnchangedReads } from './unchanged-reads.ts';

/** Reads the names of all subscribers, and counts how often. */
function readerOf(sizeOf = (names: string) => names.length) {
  const state = { reads: 0, ms: 0 };
  const results = new UnchangedReads<string>(['team'], { sizeOf, clock: () => state.ms });
  const read = (db: Db, key = 'all', mark = '') =>
    results.get(db, key, mark, async () => {
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

test('with a mark, a result is used again until the mark differs, in any database', async () => {
  const { db, team } = await databaseWithTeam();
  const { state, read } = readerOf();
  const rename = (account_name: string) =>
    db.updateTable('team').set({ account_name }).where('id', '=', team.id).execute();
  expect([await read(db, 'all', '1'), await read(db, 'all', '1')]).toEqual(['First', 'First']);
  expect(state.reads).toBe(1);
  await rename('Second');
  expect([await read(db, 'all', '2'), await read(db, 'all', '2')]).toEqual(['Second', 'Second']);
  expect(state.reads).toBe(2);
  const inTransaction = db.transaction().execute((tx) => read(tx, 'all', '2'));
  expect([await inTransaction, state.reads]).toEqual(['Second', 3]);
});

test('a result has the mark of the state in which it was read', async () => {
  const { db } = await databaseWithTeam();
  // Changed after the caller has read its mark, which another caller may still have.
  const results = new UnchangedReads<string>([], { sizeOf: () => 0, markOf: (value) => value });
  const get = (mark: string, value: string) => results.get(db, 'key', mark, () => Promise.resolve(value));
  expect(await get('1', '2')).toBe('2');
  expect(await get('1', '3')).toBe('3');
  const isKnown = getDialect(db).rowMark !== null;
  expect(await get('3', '4')).toBe(isKnown ? '3' : '4');
});

test('a result is read again after ten seconds', async () => {
  const { db } = await databaseWithTeam();
  const { state, read } = readerOf();
  await read(db, 'all', '1');
  state.ms = LONGEST_USE - 1;
  await read(db, 'all', '1');
  expect(state.reads).toBe(1);
  state.ms = LONGEST_USE;
  await read(db, 'all', '1');
  await read(db, 'all', '1');
  expect(state.reads).toBe(2);
});

test('long results are read each time, and all that are kept have a maximum size', async () => {
  const { db } = await databaseWithTeam();
  const long = readerOf(() => 10_001);
  await long.read(db, 'all', '1');
  await long.read(db, 'all', '1');
  expect(long.state.reads).toBe(2);
  const { state, read } = readerOf(() => 8_000);
  const most = MOST_CHARACTERS / 10_000;
  for (let key = 0; key < most; key += 1) await read(db, `${key}`, '1');
  await read(db, '0', '1');
  expect(state.reads).toBe(most);
  await read(db, 'one more', '1');
  await read(db, '1', '1');
  expect(state.reads).toBe(most + 1);
  await read(db, '0', '1');
  expect(state.reads).toBe(most + 2);
});

test('a result that fails is not kept', async () => {
  const { db } = await databaseWithTeam();
  const results = new UnchangedReads<string>(['team'], { sizeOf: () => 0 });
  const failing = results.get(db, 'key', '1', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  expect(await results.get(db, 'key', '1', () => Promise.resolve('read'))).toBe('read');
});
