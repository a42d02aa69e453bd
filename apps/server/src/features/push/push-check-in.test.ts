import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAppUser } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { buildCheckIn, testMonitor } from '../../testing/phones/check-ins.ts';
import { pushServer } from '../../testing/phones/push-server.ts';
import { storeCheckInDue } from './push-messages.ts';

/** A phone that is asked to answer a check-in of a person; the emergency is raised 5 minutes later. */
async function asked() {
  const given = await pushServer();
  const { server, user, token, subscribe } = given;
  await subscribe(token);
  const { clientId } = await buildCheckIn(server.db, user, { dueAt: new Date() });
  const accounts = new AccountsDb(server.db);
  const ask = () =>
    testMonitor(server.db, {
      remind: async (due, now) => {
        for (const one of due) await storeCheckInDue(accounts, one, now);
      },
    }).check();
  await ask();
  const answer = (path: string) =>
    server.post(`/mapi/v1/check_in/${path}`, { token, body: { client_id: clientId } });
  return { ...given, answer };
}

test('a push service keeps the question only until the emergency is raised', async () => {
  const { service, settle } = await asked();
  await settle({ opened: 0 });
  const ttl = Number(service.messages[0]?.headers['ttl']);
  expect(ttl).toBeGreaterThan(200);
  expect(ttl).toBeLessThanOrEqual(300);
});

test('a question that could not be sent is not sent after the emergency is raised', async () => {
  const { service, settle, server } = await asked();
  service.behave(() => 503);
  await settle({ opened: 0 });
  service.behave();
  await settle({ hours: 0.1 });
  await settle({ hours: 1 });
  expect(service.messages).toEqual([]);
  const due = await server.db.selectFrom('push_message').select('due_at').execute();
  expect(due).toEqual([{ due_at: null }]);
});

test.each([
  ['answered', 'confirm'],
  ['ended', 'end'],
])('a question whose check-in was %s before it is sent is not sent', async (_, path) => {
  const { service, settle, answer } = await asked();
  expect((await answer(path)).status).toBe(200);
  await settle({ opened: 0 });
  expect(service.messages).toEqual([]);
});

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
