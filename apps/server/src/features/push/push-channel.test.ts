import { randomBytes } from 'node:crypto';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import { MAX_CONSOLE_SUBSCRIPTIONS } from '@callpoint/contract/push';
import { expect, onTestFinished, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { SecretValues } from '../../db/secret-values.ts';
import { createPushAdapter } from '../../delivery/channels/push/push.ts';
import { openPushKeys } from '../../delivery/channels/push/push-keys.ts';
import { pushSubject } from '../../delivery/channels/push/push-request.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';
import { DeliveryEvents, gate, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startPushService, type PushResponse } from '../../testing/providers/push-service.ts';
import { NO_QUOTAS, testServer } from '../../testing/server.ts';

const PUBLIC = 'https://callpoint.example';
const SUBJECT = 'Not acknowledged: Lone Worker Emergency, Ana Flores';
const TEXT = `Ana Flores, 3 minutes ago. Call +1 202 555 0143.\n${PUBLIC}/respond/abc`;

/** A server, a worker that sends push messages of the outbox, and a simulated push service. */
async function setUp({ timeout = 10_000, hasKeys = true } = {}) {
  const service = await startPushService();
  const server = await testServer({ quotas: NO_QUOTAS, ...(hasKeys ? {} : { push: null }) });
  const accounts = new AccountsDb(server.db);
  const { keys } = await openPushKeys(accounts, new SecretValues(randomBytes(32)));
  if (!keys) throw new Error('there are no push keys');
  const events = new DeliveryEvents();
  const sender = { keys, subject: pushSubject(PUBLIC), network: service.network };
  const push = createPushAdapter({ accounts, sender, publicUrl: PUBLIC, timeout });
  const worker = new DeliveryWorker({
    db: server.db,
    channels: { ...NO_ADAPTERS, push },
    random: () => 0.5,
    ...events,
  });
  onTestFinished(async () => {
    await worker.stop();
    await service.close();
  });
  const outbox = await testOutbox(server.db);
  const team = await buildTeam(server.db);
  const admin = await buildAdmin(server.db);
  const user = await buildAppUser(server.db, team.id);
  const tokens = {
    team: await server.tokenOf('team', team.id),
    admin: await server.tokenOf('admin', admin.id),
    app_user: await server.tokenOf('app_user', user.id),
  };
  const bases = { team: '/tapi/v1', admin: '/api/v1', app_user: '/mapi/v1' };
  const ids = { team: team.id, admin: admin.id, app_user: user.id };
  type Role = keyof typeof ids;
  return {
    service,
    server,
    outbox,
    events,
    worker,
    team,
    tokens,
    addressOf: (role: Role) => pushAddress(role, ids[role]),
    /** Subscribes a device of the account. */
    subscribe: (role: Role, token = tokens[role], body = service.subscribe()) =>
      server.post(`${bases[role]}/push_subscription`, { token, body }),
    unsubscribe: (role: Role, number: number) =>
      server.post(`${bases[role]}/push_subscription/delete`, {
        token: tokens[role],
        body: { endpoint: `https://push.example.com/send/${number}` },
      }),
    subscriptions: async () =>
      (await server.db.selectFrom('push_subscription').select('endpoint').orderBy('id').execute()).map(
        ({ endpoint }) => endpoint.replace('https://push.example.com', ''),
      ),
    /** Plans a message, and sends it until its state is `state`. */
    async send(address: string, state: 'sent' | 'failed' | 'pending' = 'sent', text = TEXT) {
      await outbox.press([plannedEmail({ channel: 'push', address, subject: SUBJECT, html: null, text })]);
      worker.start();
      await events.reached(state, 1);
    },
  };
}

test.each(['team', 'admin', 'app_user'] as const)(
  'all devices of an account get the message: %s',
  async (role) => {
    const { service, subscribe, send, addressOf, outbox } = await setUp();
    for (let device = 0; device < 2; device += 1) expect((await subscribe(role)).status).toBe(200);
    await send(addressOf(role));
    expect(service.messages.map(({ path }) => path).toSorted()).toEqual(['/send/1', '/send/2']);
    const [row] = await outbox.rows();
    expect(service.messages[0]).toMatchObject({
      payload: {
        kind: 'note',
        id: row?.message_key,
        title: SUBJECT,
        body: 'Ana Flores, 3 minutes ago. Call +1 202 555 0143.',
        path: '/respond/abc',
      },
      headers: { topic: row?.message_key.slice(0, 32), ttl: '3600', urgency: 'high' },
    });
    expect(await outbox.attempts()).toMatchObject([
      { outcome: 'sent', detail: 'Accepted for 2 of 2 devices.' },
    ]);
  },
);

test('other accounts get nothing: of the same id, of the same subscriber, and of another one', async () => {
  const { service, subscribe, send, addressOf, outbox, server } = await setUp();
  await subscribe('team');
  await subscribe('admin');
  const stranger = await buildTeam(server.db);
  await subscribe('team', await server.tokenOf('team', stranger.id));
  await send(addressOf('app_user'), 'failed');
  expect(service.requests).toEqual([]);
  expect(await outbox.rows()).toMatchObject([
    {
      state: 'failed',
      reason: 'No browser or phone of this person receives notifications.',
      reason_code: 'push-no-subscription',
    },
  ]);
});

test('one device that accepts is enough; a rejection and a slow service do not hold it up', async () => {
  const { service, subscribe, send, addressOf, outbox } = await setUp({ timeout: 300 });
  for (let device = 0; device < 3; device += 1) await subscribe('team');
  const answers: Record<string, PushResponse> = { '/send/1': 400, '/send/2': 'never', '/send/3': 201 };
  service.behave((path) => answers[path] ?? 201);
  await send(addressOf('team'));
  expect(service.messages.map(({ path }) => path)).toEqual(['/send/3']);
  expect(await outbox.attempts()).toMatchObject([
    { outcome: 'sent', detail: 'Accepted for 1 of 3 devices.' },
  ]);
});

test.each([404, 410])(
  'a subscription that returns %i is deleted; the others get the message',
  async (status) => {
    const { service, subscribe, send, addressOf, subscriptions } = await setUp();
    await subscribe('team');
    await subscribe('team');
    service.behave((path) => (path === '/send/1' ? status : 201));
    await send(addressOf('team'));
    expect(await subscriptions()).toEqual(['/send/2']);
  },
);

test('if all subscriptions are expired, the message fails and the subscriptions are deleted', async () => {
  const { service, subscribe, send, addressOf, subscriptions, outbox } = await setUp();
  await subscribe('team');
  service.behave(() => 410);
  await send(addressOf('team'), 'failed');
  expect(await subscriptions()).toEqual([]);
  expect(await outbox.rows()).toMatchObject([{ reason_code: 'push-no-subscription' }]);
});

test('a rejected message fails', async () => {
  const { service, subscribe, send, addressOf, outbox } = await setUp();
  await subscribe('team');
  service.behave(() => 403);
  await send(addressOf('team'), 'failed');
  expect(await outbox.rows()).toMatchObject([{ reason_code: 'push-rejected' }]);
  expect(await outbox.attempts()).toMatchObject([{ error_text: 'the push service returned 403' }]);
});

test.each([503, 429])(
  'a service that returns %i is tried again, and the message arrives once',
  async (status) => {
    const { service, subscribe, send, addressOf, outbox, events } = await setUp();
    await subscribe('team');
    let attempts = 0;
    service.behave(() => {
      attempts += 1;
      return attempts === 1 ? status : 201;
    });
    await send(addressOf('team'), 'pending');
    await events.reached('sent', 1);
    expect(await outbox.attempts()).toMatchObject([
      { outcome: 'temporary', fault: 'push-unreachable' },
      { outcome: 'sent' },
    ]);
    expect(service.messages).toHaveLength(1);
  },
);

test('a message that the browser gets twice has the same id, so that it is shown once', async () => {
  const { service, subscribe, send, addressOf } = await setUp();
  await subscribe('team');
  service.behave(() => 'twice');
  await send(addressOf('team'));
  const [first, second] = service.messages;
  expect(service.messages).toHaveLength(2);
  expect(second?.payload).toEqual(first?.payload);
});

test('a slow service that accepts in time gets the message', async () => {
  const { service, subscribe, send, addressOf } = await setUp();
  await subscribe('team');
  const [{ opened, open }, requested] = [gate(), Promise.withResolvers<void>()];
  service.behave(async () => {
    requested.resolve();
    await opened;
    return 201;
  });
  const sent = send(addressOf('team'));
  await requested.promise;
  open();
  await sent;
  expect(service.messages).toHaveLength(1);
});

test('hostile texts are shown as text: short, without control characters, and open only our own pages', async () => {
  const { service, subscribe, send, addressOf } = await setUp();
  await subscribe('team');
  const text = `\u0007<script>\u202E “中文” ${'中'.repeat(20_000)}\nhttps://evil.example/respond/abc`;
  await send(addressOf('team'), 'sent', text);
  const [message] = service.messages;
  const { body, path } = (message?.payload ?? {}) as { body?: string; path?: string | null };
  expect(path).toBeNull();
  expect(body).toHaveLength(600);
  expect(body).not.toContain('\u0007');
});

test('an address that names no account fails', async () => {
  const { send, outbox } = await setUp();
  await send('team:1;drop table', 'failed');
  expect(await outbox.rows()).toMatchObject([{ reason_code: 'push-bad-address' }]);
});

test.each([
  ['a logout', '/sapi/v1/logout', {}],
  ['another password', '/tapi/v1/changePassword', { password: 'Another-lamp-77' }],
])('a console gets nothing after %s', async (_, path, body) => {
  const { server, tokens, team, subscribe, send, addressOf, service, subscriptions } = await setUp();
  const other = await server.tokenOf('team', team.id);
  await subscribe('team', path.endsWith('logout') ? tokens.team : other);
  const { status } = await server.post(path, { token: tokens.team, body });
  expect(status).toBe(200);
  expect(await subscriptions()).toEqual([]);
  await send(addressOf('team'), 'failed');
  expect(service.requests).toEqual([]);
});

test('a console that is closed overnight still gets messages; a blocked subscriber gets none', async () => {
  const { server, team, subscribe, send, addressOf, service, events, outbox } = await setUp();
  await subscribe('team');
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await server.db.updateTable('session').set({ last_used_at: yesterday }).execute();
  await send(addressOf('team'));
  expect(service.messages).toHaveLength(1);
  await server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  await outbox.press([
    plannedEmail({ channel: 'push', address: addressOf('team'), subject: SUBJECT, html: null }),
  ]);
  await events.reached('failed', 1);
  expect(service.messages).toHaveLength(1);
});

test('a browser belongs to the account that subscribed last, and nobody turns off the browser of another', async () => {
  const { server, service, subscribe, unsubscribe, subscriptions, send, addressOf } = await setUp();
  const browser = service.subscribe();
  await subscribe('team', undefined, browser);
  await subscribe('admin', undefined, browser);
  expect(await subscriptions()).toEqual(['/send/1']);
  expect((await unsubscribe('team', 1)).status).toBe(200);
  expect(await subscriptions()).toEqual(['/send/1']);
  await send(addressOf('team'), 'failed');
  expect((await unsubscribe('admin', 1)).body).toEqual({ ok: true, msg: 'Notifications are off.' });
  expect(await subscriptions()).toEqual([]);
  expect((await server.get('/tapi/v1/push_key', {})).status).toBe(401);
});

test('of one account, the newest subscriptions are stored', async () => {
  const { subscribe, subscriptions } = await setUp();
  for (let count = 0; count < MAX_CONSOLE_SUBSCRIPTIONS + 2; count += 1) await subscribe('team');
  expect(await subscriptions()).toHaveLength(MAX_CONSOLE_SUBSCRIPTIONS);
  expect(await subscriptions()).not.toContain('/send/1');
});

test('a phone cannot subscribe as a console, and invalid keys and addresses are rejected', async () => {
  const { server, service, tokens, subscribe, subscriptions } = await setUp();
  const phone = await server.post('/tapi/v1/push_subscription', {
    token: tokens.app_user,
    body: service.subscribe(),
  });
  expect([401, 403]).toContain(phone.status);
  const { keys } = service.subscribe();
  const endpoint = 'https://127.0.0.1/send/1';
  const local = await subscribe('team', undefined, { endpoint, keys });
  expect([local.status, local.body.errors[0].field]).toEqual([400, 'endpoint']);
  const noPoint = { endpoint: 'https://push.example.com/x', keys: { ...keys, p256dh: 'B'.repeat(87) } };
  expect((await subscribe('team', undefined, noPoint)).body.errors[0].field).toBe('keys.p256dh');
  expect(await subscriptions()).toEqual([]);
});

test('a server without keys says so', async () => {
  const { server, tokens, subscribe } = await setUp({ hasKeys: false });
  const { body } = await server.get('/tapi/v1/push_key', { token: tokens.team });
  expect(body).toEqual({ ok: true, data: { key: null } });
  const rejected = await subscribe('team');
  expect([rejected.status, rejected.body.msg]).toEqual([409, 'This server sends no notifications.']);
});
