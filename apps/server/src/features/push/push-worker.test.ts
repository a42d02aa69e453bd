import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { isPublicAddress } from '../../delivery/channels/push/push-network.ts';
import { press, pushServer } from '../../testing/phones/push-server.ts';

test('a message is sent again until the push service accepts it, later each time', async () => {
  const { service, server, token, teamToken, subscribe, settle } = await pushServer();
  await subscribe(token);
  service.behave(() => 500);
  const { open, client_id } = await press(server, token, teamToken);
  await open();
  await settle();
  expect(service.requests).toHaveLength(1);
  // Not due yet.
  await settle({ hours: 1 / 3600 });
  expect(service.requests).toHaveLength(1);
  await settle({ hours: 1 });
  expect(service.requests).toHaveLength(2);
  service.behave();
  await settle({ hours: 1 });
  await settle({ hours: 1 });
  expect(service.messages.map(({ payload }) => payload)).toEqual([expect.objectContaining({ client_id })]);
  expect(Number(service.messages[0]?.headers['ttl'])).toBeLessThan(22 * 3600);
});

test('the push service’s Retry-After is respected', async () => {
  const { service, server, token, teamToken, subscribe, settle } = await pushServer();
  await subscribe(token);
  service.behave(() => ({ status: 429, retryAfter: 7200 }));
  await (await press(server, token, teamToken)).open();
  await settle();
  await settle({ hours: 1 });
  expect(service.requests).toHaveLength(1);
  await settle({ hours: 1.1 });
  expect(service.requests).toHaveLength(2);
});

test('a message is given up after 24 hours', async () => {
  const { service, server, token, teamToken, subscribe, settle, subscriptions } = await pushServer();
  await subscribe(token);
  service.behave(() => 503);
  await (await press(server, token, teamToken)).open();
  await settle();
  for (let hour = 1; hour <= 23; hour += 1) await settle({ hours: 1 });
  expect(service.requests).toHaveLength(24);
  service.behave();
  await settle({ hours: 1.1 });
  await settle({ hours: 10 });
  expect([service.messages, await subscriptions()]).toEqual([[], [expect.any(String)]]);
});

test.each([301, 400, 403, 413])(
  'a message is not sent again after %i, and no redirect is followed',
  async (status) => {
    const { service, server, token, teamToken, subscribe, settle } = await pushServer();
    await subscribe(token);
    service.behave(() => status);
    await (await press(server, token, teamToken)).open();
    await settle();
    await settle({ hours: 2 });
    expect(service.requests).toHaveLength(1);
    service.behave();
    await (await press(server, token, teamToken)).open();
    await settle();
    expect(service.messages).toHaveLength(1);
  },
);

test('a worker that stops in an attempt loses no message: another worker sends it', async () => {
  const { service, server, worker, createWorker, token, teamToken, subscribe } = await pushServer();
  await subscribe(token);
  service.behave(() => 'never');
  await (await press(server, token, teamToken)).open();
  await expect.poll(() => server.db.selectFrom('push_message').select('id').execute()).toHaveLength(1);
  worker.wake();
  await service.waitFor(1);
  await worker.stop();
  await server.db.updateTable('push_message').set({ due_at: new Date().toISOString() }).execute();
  service.behave();
  const other = createWorker();
  other.wake();
  await other.idle();
  await other.stop();
  expect(service.messages).toHaveLength(1);
});

test('a worker that was paused until its claim had expired sends the message only after another claim', async () => {
  const { service, server, createWorker, token, teamToken, subscribe } = await pushServer();
  await subscribe(token);
  await (await press(server, token, teamToken)).open();
  const stored = () => server.db.selectFrom('push_message').select('attempts').execute();
  await expect.poll(stored).toHaveLength(1);
  let readings = 0;
  const paused = createWorker({
    now: () => {
      readings += 1;
      // It looks for messages, and claims one; then it is paused.
      return new Date(Date.now() + (readings > 2 ? 60_000 : 0));
    },
  });
  paused.wake();
  await paused.idle();
  await paused.stop();
  expect([await stored(), service.messages.length]).toEqual([[{ attempts: 2 }], 1]);
});

test('two workers send a message once', async () => {
  const { service, server, worker, createWorker, token, teamToken, subscribe, settle } = await pushServer();
  await subscribe(token);
  await (await press(server, token, teamToken)).open();
  const others = [createWorker(), createWorker()];
  const all = settle();
  for (const other of others) other.wake();
  await all;
  for (const one of [...others, worker]) await one.idle();
  expect(service.messages).toHaveLength(1);
  await Promise.all(others.map((one) => one.stop()));
});

test('a push service that does not respond delays only the subscriber that uses it, for a limited time', async () => {
  // The time in which the presses are opened must be shorter, also on a busy machine.
  const { service, server, worker, team, teamToken, subscribe, settle } = await pushServer({
    timeout: 1_500,
  });
  const slow = [];
  for (let count = 0; count < 8; count += 1) {
    const user = await buildAppUser(server.db, team.id);
    const token = await server.tokenOf('app_user', user.id);
    await subscribe(token);
    slow.push(await press(server, token, teamToken));
  }
  const other = await buildTeam(server.db);
  const phone = await server.tokenOf('app_user', (await buildAppUser(server.db, other.id)).id);
  const fast = await press(server, phone, await server.tokenOf('team', other.id));
  const fastSubscription = service.subscribe();
  await subscribe(phone, fastSubscription);
  const fastPath = new URL(fastSubscription.endpoint).pathname;
  service.behave((path) => (path === fastPath ? 201 : 'never'));
  for (const { open } of slow) await open();
  await fast.open();
  await settle({ opened: 9 });
  await worker.idle();
  expect(service.messages.map(({ path }) => path)).toEqual([fastPath]);
  // Its message was sent while those of the slow subscriber still waited: 4 of them at a time.
  expect(service.requests.indexOf(fastPath)).toBeLessThan(5);
  expect(service.requests).toHaveLength(9);
});

test.each([
  ['a private address', [{ address: '10.0.0.7', family: 4 as const }]],
  [
    'a public and a private address',
    [
      { address: '93.184.216.34', family: 4 as const },
      { address: '::1', family: 6 as const },
    ],
  ],
  ['no address', []],
])('nothing is sent to a host with %s', async (_, addresses) => {
  const hosts: string[] = [];
  const network = {
    resolve: async (host: string) => {
      hosts.push(host);
      return addresses;
    },
    isPublic: isPublicAddress,
    port: 443,
  };
  const { server, token, teamToken, subscribe, settle } = await pushServer({ network });
  await subscribe(token);
  await (await press(server, token, teamToken)).open();
  await settle();
  expect(hosts).toEqual(['push.example.com']);
  const stored = await server.db.selectFrom('push_message').select('due_at').execute();
  expect(stored).toEqual([{ due_at: null }]);
});
