import { sql } from 'kysely';
import { test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { revokeUserSessions } from './session-revocation.ts';

test('blocking a subscriber costs the same with many push subscriptions of others as with few', async () => {
  const { db } = await testDatabase();
  const [blocked, other] = [await buildTeam(db), await buildTeam(db)];
  const { id: userId } = await buildAppUser(db, other.id);
  await buildSession(db, 'app_user', userId);
  await expectSameCost(db, {
    table: 'push_subscription',
    add: (from, to) =>
      sql`insert into push_subscription (session_id, app_user_id, team_id, endpoint, endpoint_hash, p256dh, auth, created_at)
        select session.id, ${sql.lit(userId)}, ${sql.lit(other.id)}, 'https://push.example/' || i, 'hash ' || i, 'key', 'auth',
          session.created_at from ${numbersFrom(from, to)} as numbers cross join session`.execute(db),
    work: (on) => revokeUserSessions(new AccountsDb(on), blocked.id),
  });
});
