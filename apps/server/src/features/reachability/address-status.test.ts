import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { PlatformDb } from '../../db/handles/platform.ts';
import { buildTeam } from '../../factories/accounts.ts';
import { storeBadAddresses } from '../../testing/rows/bad-addresses.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost } from '../../testing/databases/reads.ts';
import { readAddressStatus } from './reachability.repository.ts';

test('the status of an address costs the same with many bad addresses as with few', async () => {
  const { db } = await testDatabase();
  const { id: teamId } = await buildTeam(db);
  const source = {
    teamId,
    safetyTeam: perChannel(() => []),
    addresses: ['1@gone.example', 'ana@work.example'],
  };
  await expectSameCost(db, {
    table: 'bad_address',
    add: (from, to) => storeBadAddresses(db, from, to),
    work: async (on) => {
      const { bad } = await readAddressStatus(new PlatformDb(on), null, source);
      expect([...bad]).toEqual([expect.stringContaining('1@gone.example')]);
    },
  });
});
