import { expect, test } from 'vitest';
import { copyMessage } from '../../testing/rows/copy-message.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost } from '../../testing/databases/reads.ts';
import { plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { holdUnconfigured } from './reclaim.ts';

test('holding the messages of a channel costs the same behind many waiting emails as behind few', async () => {
  const { db } = await testDatabase();
  const { press, rows } = await testOutbox(db);
  await press([plannedEmail({ address: 'team@work.example' })], { now: new Date() });
  const [email] = await rows();
  if (!email) throw new Error('no message is stored');
  await expectSameCost(db, {
    table: 'delivery',
    add: (from, to) => copyMessage(db, email.id, to - from),
    work: async (on) => expect(await holdUnconfigured(on, 'sms', new Date())).toEqual([]),
  });
});
