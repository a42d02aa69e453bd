import { randomUUID } from 'node:crypto';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { modeKey } from '@callpoint/contract/setting-keys';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { DAY } from '../../scheduling/durations.ts';
import { pushServer } from '../../testing/phones/push-server.ts';

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
    reportSafe: (client_id: string, reason = 'By accident.') =>
      server.post('/mapi/v1/safe', { token, body: { client_id, reason } }),
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

test('a note that was lost with its process is stored when the phone repeats the press, while nobody has the incident, for a day', async () => {
  const { server, service, settle, press, newest } = await ground();
  const client_id = randomUUID();
  const lose = () => server.db.deleteFrom('push_message').execute();
  await press({ client_id });
  await settle();
  await lose();
  await press({ client_id });
  await settle();
  const id = `incident-${await newest()}`;
  expect(service.messages).toMatchObject([{ payload: { id } }, { payload: { id } }]);
  const { opened_at } = await server.db.selectFrom('incident').select('opened_at').executeTakeFirstOrThrow();
  const aDayAgo = new Date(Date.parse(opened_at) - DAY).toISOString();
  for (const change of [
    { state: 'acknowledged' },
    { state: 'open', is_drill: 1 },
    { is_drill: 0, opened_at: aDayAgo },
  ]) {
    await lose();
    await server.db.updateTable('incident').set(change).execute();
    await press({ client_id });
    await settle({ opened: 0 });
  }
  expect(service.messages).toHaveLength(2);
});

test('a note that was lost is also stored when the repeated press would now be rejected', async () => {
  const { server, service, settle, press, team } = await ground();
  const client_id = randomUUID();
  await press({ client_id });
  await settle();
  await server.db.deleteFrom('push_message').execute();
  const key = modeKey(getDashboardSlot({ kind: 'button', id: 5 }));
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', key)
    .execute();
  expect((await press()).status).toBe(403);
  expect(await press({ client_id })).toMatchObject({ status: 200, body: { data: { repeated: true } } });
  await settle();
  const [first, second] = service.messages.map(({ payload }) => payload);
  expect(second).toEqual(first);
  expect(service.messages).toHaveLength(2);
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

test('a closed console is notified once that the person is safe, over the notification of the incident', async () => {
  const { server, service, settle, subscribeConsole, press, reportSafe, newest, user } = await ground();
  const other = await buildTeam(server.db);
  await subscribeConsole(await server.tokenOf('team', other.id));
  const client_id = randomUUID();
  await press({ client_id });
  await settle();
  const long = 'I pressed it by accident.\n'.repeat(10);
  expect(await reportSafe(client_id, long)).toMatchObject({ status: 200 });
  await settle();
  // Also after the messages of push services are deleted, a repeated report sends nothing.
  await server.db.deleteFrom('push_message').execute();
  expect(await reportSafe(client_id, long)).toMatchObject({ status: 200 });
  await settle({ opened: 0 });
  const id = await newest();
  const of = { kind: 'note', id: `incident-${id}`, path: `/app/incidents/${id}` };
  expect(service.messages.map(({ path, payload }) => [path, payload])).toEqual([
    ['/send/1', { ...of, title: `Lone Worker Emergency: ${user.name}`, body: `Call ${user.phone}` }],
    [
      '/send/1',
      {
        ...of,
        title: `Lone Worker Emergency: ${user.name} reports being safe`,
        body: expect.stringMatching(/^Reason: I pressed it by accident\. I pressed .*…$/),
        order: 1,
      },
    ],
  ]);
  const [, safe] = service.messages as unknown as { payload: { body: string } }[];
  expect(safe?.payload.body).toHaveLength(100);
});

test('the notification of a delayed report of safety says when it was made', async () => {
  const { server, token, service, settle, press, user } = await ground();
  const client_id = randomUUID();
  const sentAt = Date.now();
  const pressed = new Date(sentAt - 5 * 3_600_000).toISOString();
  await press({ client_id, pressed_at: pressed, sent_at: new Date(sentAt).toISOString() });
  const body = { client_id, reason: 'By accident.', reported_seconds_ago: 4 * 3600 };
  expect(await server.post('/mapi/v1/safe', { token, body })).toMatchObject({ status: 200 });
  await settle({ opened: 2 });
  expect(service.messages.at(-1)?.payload).toMatchObject({
    title: `Lone Worker Emergency: ${user.name} reported being safe`,
    body: expect.stringMatching(/^Delayed: reported on .+ [AP]M .+\. Reason: By accident\.$/),
  });
});

test('the notification that a person with a long name is safe says so, also in a drill', async () => {
  const { server, service, settle, teamToken, reportSafe, user } = await ground();
  const name = 'Maximiliana '.repeat(9).trim().slice(0, 100);
  await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute();
  const body = { button_id: 5, app_user_id: user.id };
  await server.post('/tapi/v1/drill', { token: teamToken, body });
  const { client_id } = await server.db
    .selectFrom('button_click')
    .select('client_id')
    .executeTakeFirstOrThrow();
  expect(await reportSafe(client_id ?? '')).toMatchObject({ status: 200 });
  await settle({ opened: 2 });
  const titles = service.messages.map(({ payload }) => (payload as { title: string }).title);
  expect(titles.at(-1)).toMatch(/^DRILL: Lone Worker Emergency: Maximiliana .+… reports being safe$/);
  expect(titles.at(-1)).toHaveLength(100);
});

test('the notification of an incident that could not be sent does not follow the notification that the person is safe', async () => {
  const { service, settle, press, reportSafe } = await ground();
  const client_id = randomUUID();
  service.behave(() => 503);
  await press({ client_id });
  await settle();
  service.behave();
  await reportSafe(client_id);
  await settle();
  for (let hour = 0; hour < 3; hour += 1) await settle({ hours: 1 });
  expect(service.messages).toMatchObject([{ payload: { body: 'Reason: By accident.' } }]);
});
