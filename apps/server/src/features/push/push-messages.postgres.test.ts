import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { untilWaitsForLock } from '../../testing/databases/lock-waits.ts';
import { gate } from '../../testing/outbox.ts';
import { pushServer } from '../../testing/phones/push-server.ts';
import { storeCheckInDue } from './push-messages.ts';

test('a phone gets its message although another phone of the person ends its subscription at the same time', async () => {
  const { server, token, subscribe, team, user } = await pushServer();
  await subscribe(token);
  await subscribe(token);
  const [ended, kept] = await server.db.selectFrom('push_subscription').select('id').orderBy('id').execute();
  const other = openDatabase(server.location, () => {});
  onTestFinished(() => other.destroy());
  const [deleted, committed] = [gate(), gate()];
  const ending = other.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('push_subscription')
      .where('id', '=', ended?.id ?? 0)
      .execute();
    deleted.open();
    await committed.opened;
  });
  await deleted.opened;
  const at = new Date();
  const due = { client_id: 'c', due_at: at.toISOString(), raise_at: at.toISOString() };
  const of = { id: 1, team_id: team.id, app_user_id: user.id };
  const storing = storeCheckInDue(new AccountsDb(server.db), { ...of, ...due }, at);
  await untilWaitsForLock(server.db, 0);
  committed.open();
  await Promise.all([ending, storing]);
  const stored = await server.db.selectFrom('push_message').select('subscription_id').execute();
  expect(stored).toEqual([{ subscription_id: kept?.id }]);
});
