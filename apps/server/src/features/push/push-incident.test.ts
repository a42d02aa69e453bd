import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { pushServer } from '../../testing/push-server.ts';

/** A subscriber whose closed console allowed notifications. */
async function ground() {
  const given = await pushServer();
  const { server, service, teamToken, token } = given;
  const subscribeConsole = (as: string) =>
    server.post('/tapi/v1/push_subscription', { token: as, body: service.subscribe() });
  expect(await subscribeConsole(teamToken)).toMatchObject({ status: 200 });
  return {
    ...given,
    subscribeConsole,
    press: (body: object = {}) =>
      server.post('/mapi/v1/button_click', {
        token,
        body: { client_id: randomUUID(), button_id: 5, ...body },
      }),
    newest: async () =>
      (await server.db.selectFrom('incident').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
        .id,
  };
}

test('a closed console is notified once of a new incident; those of other subscribers are not', async () => {
  const { server, service, settle, subscribeConsole, press, newest, user } = await ground();
  const other = await buildTeam(server.db);
  await subscribeConsole(await server.tokenOf('team', other.id));
  const client_id = randomUUID();
  await press({ client_id });
  await press({ client_id });
  await settle();
  const id = await newest();
  expect(service.messages.map(({ payload }) => payload)).toEqual([
    {
      kind: 'note',
      id: `incident-${id}`,
      title: `Lone Worker Emergency: ${user.name}`,
      body: `Call ${user.phone}`,
      path: `/app/incidents/${id}`,
    },
  ]);
  // A button that needs no answer.
  await press({ button_id: 1 });
  await settle({ opened: 0 });
  expect(service.messages).toHaveLength(1);
});

test('the notification of a drill says that it is one', async () => {
  const { server, service, settle, teamToken, user } = await ground();
  const body = { button_id: 5, app_user_id: user.id };
  expect(await server.post('/tapi/v1/drill', { token: teamToken, body })).toMatchObject({ status: 200 });
  await settle();
  expect(service.messages).toMatchObject([
    { payload: { title: `DRILL: Lone Worker Emergency: ${user.name}` } },
  ]);
});

test('a blocked subscriber’s console gets none', async () => {
  const { server, service, settle, press, team, subscriptions } = await ground();
  await press();
  await server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  await settle();
  expect(service.messages).toEqual([]);
  expect(await subscriptions()).toEqual([]);
});
