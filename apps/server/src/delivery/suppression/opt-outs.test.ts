import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { recordRejectedByOptOut } from './opt-outs.ts';

const FROM = '+12025550188';

test('a rejection because of STOP costs the same after 20,000 replies of other numbers as after 1,000', async () => {
  const { db } = await testDatabase();
  const at = new Date().toISOString();
  const countReads = readCounter('sms_reply');
  const costs: number[] = [];
  for (const [from, to] of [
    [0, 1_000],
    [1_000, 20_000],
  ] as const) {
    await sql`with recursive numbers(i) as (select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to - 1)})
      insert into sms_reply (message_sid, sender, number, word, at)
      select 'SM' || i, ${FROM}, '+1303' || (5550000 + i), 'start', ${at} from numbers`.execute(db);
    await sql`${getDialect(db).settle}`.execute(db);
    const rejection = { from: FROM, number: '+12025550143', since: at, at };
    costs.push(await countReads(db, (on) => recordRejectedByOptOut(on, rejection)));
  }
  const [few = 0, many = 0] = costs;
  expect(many).toBeLessThanOrEqual(2 * few + 100);
});
