import { test } from 'vitest';
import { storeBadAddresses } from '../../testing/rows/bad-addresses.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost } from '../../testing/databases/reads.ts';
import { recordAddressResults, type AddressResult } from './bounced-addresses.ts';

test('a sent SMS costs the same with many bad email addresses as with few', async () => {
  const { db } = await testDatabase();
  const at = new Date().toISOString();
  const sent: AddressResult = { channel: 'sms', address: '+12025550143', fault: null, at };
  await expectSameCost(db, {
    table: 'bad_address',
    add: (from, to) => storeBadAddresses(db, from, to),
    work: (on) => recordAddressResults(on, [sent]),
  });
});
