import { expect, test } from 'vitest';
import { testDatabase } from '../testing/databases/database.ts';
import { insertPresses } from './many-presses.ts';
import { DAY } from '../scheduling/durations.ts';

test('spreads presses evenly over the last year', async () => {
  const { db } = await testDatabase();
  await insertPresses(db, 100, 365);
  const rows = await db.selectFrom('button_click').select('created_at').orderBy('id').execute();
  const times = rows.map(({ created_at }) => Date.parse(created_at));
  const daysBetween = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / DAY);
  expect(new Set(daysBetween)).toEqual(new Set([3.65]));
});
