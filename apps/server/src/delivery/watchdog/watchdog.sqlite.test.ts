import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { explaining } from '../../testing/explained.ts';
import { findUnacceptedByAttempt, findUnnotifiedByAttempt } from './candidates.ts';

test('a check reads only the newest attempts, not all failed and held messages', async () => {
  const { db } = await testDatabase();
  const { explainedDb, plans } = explaining(db, 'explain query plan');
  const attempts = { after: 1, until: 1000, by: '2026-11-21T08:00:00.000Z' };
  for (const find of [findUnnotifiedByAttempt.button, findUnnotifiedByAttempt.form, findUnacceptedByAttempt])
    await find(explainedDb, attempts);
  expect(plans.map(([first]) => first?.['detail'])).toEqual(
    Array.from({ length: 3 }, () => 'SEARCH a USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'),
  );
});
