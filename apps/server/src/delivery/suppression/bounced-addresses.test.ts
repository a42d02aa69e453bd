import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { recordAddressResults, type AddressResult } from './bounced-addresses.ts';

test('a sent SMS costs the same with 20,000 bad email addresses as with 1,000', async () => {
  const { db } = await testDatabase();
  const at = new Date().toISOString();
  const bounce = (number: number): AddressResult => ({
    channel: 'email',
    address: `${number}@gone.example`,
    fault: 'mailbox-unknown',
    at,
  });
  const sent: AddressResult = { channel: 'sms', address: '+12025550143', fault: null, at };
  const countReads = readCounter('bad_address');
  const costs: number[] = [];
  for (const [from, to] of [
    [0, 1_000],
    [1_000, 20_000],
  ] as const) {
    const bounced = Array.from({ length: to - from }, (_, index) => bounce(from + index));
    await db.transaction().execute((tx) => recordAddressResults(tx, bounced));
    await sql`${getDialect(db).settle}`.execute(db);
    // PostgreSQL plans a statement for all values when it has run a few times.
    const sendOften = async (on: typeof db) => {
      for (let run = 0; run < 10; run += 1) await recordAddressResults(on, [sent]);
    };
    costs.push(await countReads(db, sendOften));
  }
  const [few = 0, many = 0] = costs;
  expect(many).toBeLessThanOrEqual(2 * few + 100);
});
