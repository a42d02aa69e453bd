import { expect, test } from 'vitest';
import type { Db } from '../../db/tables.ts';
import { testDatabase } from '../../testing/database.ts';
import { findAcceptedNoMore, findGivenUp } from './candidates.ts';

type Step = { detail: string };

/** Answers how SQLite would go about a query instead of asking it. */
function explaining(db: Db): { asked: Db; steps: string[][] } {
  const steps: string[][] = [];
  const executeQuery = async (query: { sql: string }) => {
    const explained = { ...query, sql: `explain query plan ${query.sql}` };
    const { rows } = await db.executeQuery<Step>(explained as Parameters<Db['executeQuery']>[0] & object);
    steps.push(rows.map(({ detail }) => detail));
    return { rows: [] };
  };
  return { asked: { getExecutor: () => db.getExecutor(), executeQuery } as unknown as Db, steps };
}

test('a look at what has come to its end begins with the newest attempts, however much failed or is held', async () => {
  const { db } = await testDatabase();
  const { asked, steps } = explaining(db);
  const attempts = { after: 1, until: 1000, by: '2026-11-21T08:00:00.000Z' };
  for (const find of [findGivenUp.button, findGivenUp.form, findAcceptedNoMore]) await find(asked, attempts);
  expect(steps.map(([first]) => first)).toEqual(
    Array.from({ length: 3 }, () => 'SEARCH a USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'),
  );
});
