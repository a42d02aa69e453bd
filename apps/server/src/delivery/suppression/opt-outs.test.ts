import { sql } from 'kysely';
import { test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { recordRejectedByOptOut } from './opt-outs.ts';

const FROM = '+12025550188';

test('a rejection because of STOP costs the same after many replies of other numbers as after few', async () => {
  const { db } = await testDatabase();
  const at = new Date().toISOString();
  const rejection = { from: FROM, number: '+12025550143', since: at, at };
  await expectSameCost(db, {
    table: 'sms_reply',
    add: (from, to) =>
      sql`insert into sms_reply (message_sid, sender, number, word, at)
        select 'SM' || i, ${FROM}, '+1303' || (5550000 + i), 'start', ${at} from ${numbersFrom(from, to)} as numbers`.execute(
        db,
      ),
    work: (on) => recordRejectedByOptOut(on, rejection),
  });
});
