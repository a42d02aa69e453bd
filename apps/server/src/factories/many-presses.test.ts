import { expect, test } from 'vitest';
import { testDatabase } from '../testing/databases/database.ts';
import { insertPresses } from './many-presses.ts';

test('spreads presses over the days before now, the last one now', async () => {
  const { db } = await testDatabase();
  const before = Date.now();
  await insertPresses(db, 100, 365);
  const times = await db.selectFrom('button_click').select('created_at').orderBy('id').execute();
  const daysAgo = times.map(({ created_at }) => Math.round((before - Date.parse(created_at)) / 86_400_000));
  expect([daysAgo.length, daysAgo.at(0), daysAgo.at(49), daysAgo.at(-1)]).toEqual([100, 361, 183, 0]);
});
