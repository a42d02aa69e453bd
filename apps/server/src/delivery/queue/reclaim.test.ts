import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { copyMessage } from '../../testing/copy-message.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { holdUnconfigured } from './reclaim.ts';

test('holding the messages of a channel costs the same behind 20,000 waiting emails as behind 1,000', async () => {
  const { db } = await testDatabase();
  const { press, rows } = await testOutbox(db);
  await press([plannedEmail({ address: 'team@work.example' })], { now: new Date() });
  const [email] = await rows();
  if (!email) throw new Error('no message is stored');
  const countReads = readCounter('delivery');
  const costs: number[] = [];
  for (const copies of [1_000, 19_000]) {
    await copyMessage(db, email.id, copies);
    await sql`${getDialect(db).settle}`.execute(db);
    // PostgreSQL plans a statement for all values when it has run a few times.
    const holdOften = async (on: typeof db) => {
      for (let run = 0; run < 10; run += 1) {
        expect(await holdUnconfigured(on, 'sms', new Date())).toEqual([]);
      }
    };
    costs.push(await countReads(db, holdOften));
  }
  const [few = 0, many = 0] = costs;
  expect(many).toBeLessThanOrEqual(2 * few + 100);
});
