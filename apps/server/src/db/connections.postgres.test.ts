import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asOtherCall } from '../scheduling/press-priority.ts';
import { testDatabase } from '../testing/database.ts';

test('however many calls wait for the database, a press has a connection', async () => {
  const { db } = await testDatabase();
  const running = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`;
  let ended = 0;
  const sleep = async (): Promise<void> => {
    await sql`select pg_sleep(0.1)`.execute(db);
    ended += 1;
  };
  const calls: Promise<void>[] = [];
  asOtherCall(() => calls.push(...Array.from({ length: 20 }, sleep)));
  const seen: number[] = [];
  while (ended < calls.length) seen.push((await running.execute(db)).rows[0]?.count ?? 0);
  await Promise.all(calls);
  // Ten connections in all, of which four are never taken.
  expect(Math.max(...seen)).toBeGreaterThan(0);
  expect(Math.max(...seen)).toBeLessThanOrEqual(6);
  // It was answered again and again while they ran.
  expect(seen.length).toBeGreaterThan(10);
});
