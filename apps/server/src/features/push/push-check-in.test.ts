import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAppUser } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { buildCheckIn, testMonitor } from '../../testing/phones/check-ins.ts';
import { pushServer } from '../../testing/phones/push-server.ts';
import { storeCheckInDue } from './push-messages.ts';

test('each phone of the person is asked to answer once when a check is due', async () => {
  const { service, server, team, user, token, subscribe, settle } = await pushServer();
  await subscribe(token);
  await subscribe(token);
  const other = await buildAppUser(server.db, team.id);
  await subscribe(await server.tokenOf('app_user', other.id));
  const dueAt = new Date(Date.now() + MINUTE);
  const { id, clientId } = await buildCheckIn(server.db, user, { dueAt });
  const accounts = new AccountsDb(server.db);
  const remind: NonNullable<Parameters<typeof testMonitor>[1]>['remind'] = async (due, now) => {
    for (const one of due) await storeCheckInDue(accounts, one, now);
  };
  const check = (now: Date) => testMonitor(server.db, { now: () => now, remind }).check();
  await check(new Date());
  await settle({ opened: 0 });
  expect(service.messages).toEqual([]);

  await server.db.updateTable('check_in').set({ due_at: new Date().toISOString() }).execute();
  await Promise.all([check(new Date()), check(new Date())]);
  await check(new Date());
  await settle({ opened: 0 });
  const { due_at, raise_at } = await server.db
    .selectFrom('check_in')
    .select(['due_at', 'raise_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payload = { kind: 'check_in', client_id: clientId, due_at, raise_at };
  expect(service.messages.map((message) => message.payload)).toEqual([payload, payload]);
});
