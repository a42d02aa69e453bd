import { perChannel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { PlatformDb } from '../../db/platform.ts';
import { recordAddressResults } from '../../delivery/suppression/bounced-addresses.ts';
import { buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { readAddressStatus } from './reachability.repository.ts';

test('the status of an address costs the same with 20,000 bad addresses as with 1,000', async () => {
  const { db } = await testDatabase();
  const { id: teamId } = await buildTeam(db);
  const at = new Date().toISOString();
  const source = {
    teamId,
    safetyTeam: perChannel(() => []),
    addresses: ['1@gone.example', 'ana@work.example'],
  };
  const countReads = readCounter('bad_address');
  const costs: number[] = [];
  for (const [from, to] of [
    [0, 1_000],
    [1_000, 20_000],
  ] as const) {
    const bounced = Array.from({ length: to - from }, (_, index) => ({
      channel: 'email' as const,
      address: `${from + index}@gone.example`,
      fault: 'mailbox-unknown' as const,
      at,
    }));
    await db.transaction().execute((tx) => recordAddressResults(tx, bounced));
    await sql`${getDialect(db).settle}`.execute(db);
    costs.push(
      await countReads(db, async (on) => {
        const { bad } = await readAddressStatus(new PlatformDb(on), null, source);
        expect([...bad]).toEqual([expect.stringContaining('1@gone.example')]);
      }),
    );
  }
  const [few = 0, many = 0] = costs;
  expect(many).toBeLessThanOrEqual(2 * few + 100);
});
