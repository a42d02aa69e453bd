import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/accounts.ts';
import { getDialect } from '../../db/dialect.ts';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { revokeUserSessions } from './session-revocation.ts';

test('blocking a subscriber costs the same with 20,000 push subscriptions of others as with 1,000', async () => {
  const { db } = await testDatabase();
  const [blocked, other] = [await buildTeam(db), await buildTeam(db)];
  const { id: userId } = await buildAppUser(db, other.id);
  await buildSession(db, 'app_user', userId);
  const countReads = readCounter('push_subscription');
  const costs: number[] = [];
  for (const [from, to] of [
    [0, 1_000],
    [1_000, 20_000],
  ] as const) {
    await sql`with recursive numbers(i) as (select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to - 1)})
      insert into push_subscription (session_id, app_user_id, team_id, endpoint, endpoint_hash, p256dh, auth, created_at)
      select session.id, ${sql.lit(userId)}, ${sql.lit(other.id)}, 'https://push.example/' || i, 'hash ' || i, 'key', 'auth',
        session.created_at from numbers cross join session`.execute(db);
    await sql`${getDialect(db).settle}`.execute(db);
    costs.push(await countReads(db, (on) => revokeUserSessions(new AccountsDb(on), blocked.id)));
  }
  const [few = 0, many = 0] = costs;
  expect(many).toBeLessThanOrEqual(2 * few + 100);
});
