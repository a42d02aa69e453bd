import { expect, test } from 'vitest';
import type { Db } from '../../db/tables.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { findUnacceptedByAttempt, findUnnotifiedByAttempt } from './candidates.ts';

type Step = { detail: string };

/** A database that records the query plan of each query instead of running it. */
function explaining(db: Db): { explainedDb: Db; steps: string[][] } {
  const steps: string[][] = [];
  const executeQuery = async (query: { sql: string }) => {
    const explained = { ...query, sql: `explain query plan ${query.sql}` };
    const { rows } = await db.executeQuery<Step>(explained as Parameters<Db['executeQuery']>[0] & object);
    steps.push(rows.map(({ detail }) => detail));
    return { rows: [] };
  };
  // In a transaction, queries run only by `executeQuery`.
  const explained = { getExecutor: () => db.getExecutor(), executeQuery, isTransaction: true };
  return { explainedDb: explained as unknown as Db, steps };
}

test('a check reads only the newest attempts, not all failed and held messages', async () => {
  const { db } = await testDatabase();
  const { explainedDb, steps } = explaining(db);
  const attempts = { after: 1, until: 1000, by: '2026-11-21T08:00:00.000Z' };
  for (const find of [findUnnotifiedByAttempt.button, findUnnotifiedByAttempt.form, findUnacceptedByAttempt])
    await find(explainedDb, attempts);
  expect(steps.map(([first]) => first)).toEqual(
    Array.from({ length: 3 }, () => 'SEARCH a USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'),
  );
});
