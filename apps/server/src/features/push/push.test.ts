import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_PUSH_SUBSCRIPTIONS } from '@callpoint/contract/push';
import { buildAppUser, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { NO_QUOTAS, type TestResponse } from '../../testing/server.ts';
import { press, pushServer } from '../../testing/phones/push-server.ts';

test('the phone gets one encrypted message when its press is first opened', async () => {
  const { service, server, token, teamToken, subscribe, settle } = await pushServer();
  expect((await server.get('/mapi/v1/dashboard', { token })).body.data.push_key).toMatch(/^[\w-]{87}$/);
  expect((await subscribe(token)).body).toEqual({ ok: true, msg: 'Notifications are on.' });
  const { id, client_id, open } = await press(server, token, teamToken);
  const [first] = await Promise.all([open(), open(), open()]);
  await open();
  await settle();
  expect(service.messages).toHaveLength(1);
  const [message] = service.messages;
  expect(message?.payload).toEqual({
    kind: 'opened',
    submission: 'button',
    id,
    client_id,
    item_id: 2,
    opened_at: first.body.data.opened_at,
  });
  expect(message?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'high',
    topic: `button-${id}`,
  });
  const ttl = Number(message?.headers['ttl']);
  expect([ttl > 86_000, ttl <= 86_400]).toEqual([true, true]);
  const { push_key } = (await server.get('/mapi/v1/dashboard', { token })).body.data;
  expect(message?.sender).toMatchObject({
    key: push_key,
    aud: 'https://push.example.com',
    sub: 'mailto:operator@callpoint.example',
  });
});

test('the phone gets a message about a form; other people’s phones get none', async () => {
  const { service, server, team, token, teamToken, subscribe, settle } = await pushServer();
  const other = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  await subscribe(token);
  await subscribe(other);
  const body = { client_id: randomUUID(), f_id: 3, message: 'Gloves', type: 'PPE' };
  const { id } = (await server.post('/mapi/v1/form_submission', { token, body })).body.data;
  await server.post('/tapi/v1/open/form_submission', { token: teamToken, body: { id } });
  await settle();
  expect(service.messages.map(({ path, payload }) => [path, payload])).toEqual([
    ['/send/1', expect.objectContaining({ submission: 'form', id, item_id: 3, client_id: body.client_id })],
  ]);
});

test.each([404, 410])('a subscription is deleted after %i', async (status) => {
  const { service, server, token, teamToken, subscribe, settle, subscriptions } = await pushServer();
  await subscribe(token);
  service.behave(() => status);
  await (await press(server, token, teamToken)).open();
  await settle();
  expect(service.requests).toHaveLength(1);
  expect(await subscriptions()).toEqual([]);
});

test.each<[string, (given: Awaited<ReturnType<typeof pushServer>>) => Promise<TestResponse>]>([
  ['a logout', ({ server, token }) => server.post('/mapi/v1/logout', { token, body: {} })],
  [
    '“log out this phone”',
    ({ server, teamToken, user }) =>
      server.post('/tapi/v1/endSessions/app_user', { token: teamToken, body: { id: user.id } }),
  ],
  [
    'a block',
    ({ server, teamToken, user }) =>
      server.post('/tapi/v1/update/app_user', {
        token: teamToken,
        body: { id: user.id, data: { status: 0 } },
      }),
  ],
  [
    'another password',
    async ({ server, user }) =>
      server.post('/mapi/v1/changePassword', {
        token: await server.tokenOf('app_user', user.id),
        body: { current_password: FACTORY_PASSWORD, password: 'Another-lamp-77' },
      }),
  ],
  ['“off” on the phone', ({ unsubscribe, token }) => unsubscribe(token, 1)],
])('a phone gets no message after %s', async (_, end) => {
  const given = await pushServer();
  const { service, server, token, teamToken, subscribe, settle, subscriptions } = given;
  await subscribe(token);
  const { open } = await press(server, token, teamToken);
  expect((await end(given)).status).toBe(200);
  expect(await subscriptions()).toEqual([]);
  await open();
  await settle();
  expect(service.requests).toEqual([]);
});

test('a phone that was not used for 180 days, or whose subscriber is blocked, gets no message', async () => {
  const { service, server, team, token, teamToken, subscribe, settle, subscriptions } = await pushServer();
  const changes = [
    () => server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute(),
    () =>
      server.db
        .updateTable('session')
        .set({ last_used_at: '2020-01-01T00:00:00.000Z' })
        .where('role', '=', 'app_user')
        .execute(),
  ];
  for (const change of changes) {
    await server.db.updateTable('team').set({ status: 1 }).execute();
    await subscribe(token);
    const { open } = await press(server, token, teamToken);
    service.behave(() => 503);
    await open();
    await settle();
    const sent = service.requests.length;
    await change();
    service.behave();
    await settle({ hours: 1 });
    expect(service.requests).toHaveLength(sent);
    expect(await subscriptions()).toEqual([]);
  }
});

test('a person has at most five subscriptions; the oldest is replaced', async () => {
  const { token, subscribe, subscriptions } = await pushServer({ quotas: NO_QUOTAS });
  for (let count = 0; count < MAX_PUSH_SUBSCRIPTIONS + 2; count += 1) await subscribe(token);
  expect(await subscriptions()).toEqual(
    [3, 4, 5, 6, 7].map((number) => `https://push.example.com/send/${number}`),
  );
  await Promise.all(Array.from({ length: 10 }, () => subscribe(token)));
  expect(await subscriptions()).toHaveLength(MAX_PUSH_SUBSCRIPTIONS);
});

test('the same endpoint again is one subscription, of the person who signed in last', async () => {
  const { service, server, team, token, teamToken, subscribe, subscriptions, settle } = await pushServer();
  const subscription = service.subscribe();
  await subscribe(token, subscription);
  await subscribe(token, subscription);
  expect(await subscriptions()).toHaveLength(1);
  const { open } = await press(server, token, teamToken);
  service.behave(() => 503);
  await open();
  await settle();
  const other = await buildAppUser(server.db, team.id);
  await subscribe(await server.tokenOf('app_user', other.id), subscription);
  service.behave();
  await settle({ hours: 1 });
  expect(service.messages).toEqual([]);
  const owner = await server.db.selectFrom('push_subscription').select('app_user_id').execute();
  expect(owner).toEqual([{ app_user_id: other.id }]);
});

test('nobody can delete the subscription of someone else', async () => {
  const { server, team, token, subscribe, unsubscribe, subscriptions } = await pushServer();
  await subscribe(token);
  const other = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  expect((await unsubscribe(other, 1)).body).toEqual({ ok: true, msg: 'Notifications are off.' });
  expect(await subscriptions()).toHaveLength(1);
});

test.each([
  'http://push.example.com/send/1',
  'https://push.example.com:8443/send/1',
  'https://user@push.example.com/send/1',
  'https://127.0.0.1/send/1',
  'https://2130706433/send/1',
  'https://[::1]/send/1',
  'https://localhost/send/1',
  'https://localhost./send/1',
  'https://intranet/send/1',
  'javascript:alert(1)',
  'not a url',
  `https://push.example.com/${'x'.repeat(1000)}`,
])('rejects the endpoint %s', async (endpoint) => {
  const { service, token, subscribe, subscriptions } = await pushServer();
  const { status, body } = await subscribe(token, { ...service.subscribe(), endpoint });
  expect([status, body.errors[0].field]).toEqual([400, 'endpoint']);
  expect(await subscriptions()).toEqual([]);
});

test('rejects keys that are not of a browser, and names them', async () => {
  const { service, token, subscribe, subscriptions } = await pushServer();
  const { endpoint, keys } = service.subscribe();
  const short = await subscribe(token, { endpoint, keys: { p256dh: 'x', auth: 'y' } });
  expect([short.status, short.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['keys.p256dh', 'keys.auth'],
  ]);
  const noPoint = await subscribe(token, { endpoint, keys: { ...keys, p256dh: 'B'.repeat(87) } });
  expect([noPoint.status, noPoint.body.errors[0].field]).toEqual([400, 'keys.p256dh']);
  expect(await subscriptions()).toEqual([]);
});

test('a server without keys says so, and opening a submission still works', async () => {
  const { server, token, teamToken, subscribe } = await pushServer({ push: null });
  expect((await server.get('/mapi/v1/dashboard', { token })).body.data.push_key).toBeNull();
  const rejected = await subscribe(token);
  expect([rejected.status, rejected.body.msg]).toEqual([
    409,
    'This server sends no notifications to phones.',
  ]);
  const { open } = await press(server, token, teamToken);
  expect((await open()).status).toBe(200);
});

test('a subscriber’s console and a visitor cannot subscribe', async () => {
  const { teamToken, subscribe, subscriptions } = await pushServer();
  expect((await subscribe(teamToken)).status).toBe(403);
  expect((await subscribe('')).status).toBe(401);
  expect(await subscriptions()).toEqual([]);
});
