import { pino } from 'pino';
import { expect, test } from 'vitest';
import { abandonMany, openShop } from '../../testing/payments/shop.ts';

const LARGE = 'Large - Monthly ( $99.95/monthly )';
const SMALL = 'Small - Monthly ( $29.95/monthly )';
const SECOND = `system: A second subscription was started: ${LARGE}. Both are charged: contact us to stop one of them.`;

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A subscriber that pays for the small plan, and for the large one by a second subscription. */
async function payingTwice(log = pino({ level: 'silent' })) {
  const shop = await openShop({ log });
  const first = await shop.buyer.buy(shop.small.value);
  const second = await shop.subscribeElsewhere(shop.large);
  await shop.provider.deliverNew(shop.hook);
  expect(await shop.buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10, subscription_id: first });
  const stop = (as: 'team' | 'admin' = 'team') =>
    shop.server.post(`${as === 'team' ? '/tapi/v1' : '/api/v1'}/stop/subscription`, {
      token: as === 'team' ? shop.token : shop.adminToken,
      body: { team_id: shop.team.id, subscription_id: first },
    });
  return { ...shop, first, second, stop };
}

/** Puts the subscriber on the free plan, as if what follows from the end of its subscription was interrupted. */
async function leaveFree({ server, team }: Shop): Promise<void> {
  const free = { plan: 'free', is_paid: 0, plan_id: null, max_users: 10, subscription_id: null };
  await server.db.updateTable('team').set(free).where('id', '=', team.id).execute();
}

const openPurchases = ({ server }: Shop) =>
  server.db.selectFrom('payment_change').select('id').where('settled_at', 'is', null).execute();

test.each(['team', 'admin'] as const)(
  'after %s stops the first of two subscriptions, the second one gives its plan, and the response says so',
  async (as) => {
    const { buyer, stop, second } = await payingTwice();
    const stopped = await stop(as);
    const msg = 'The subscription was stopped. Another paid subscription of this account continues.';
    expect([stopped.status, stopped.body]).toEqual([200, { ok: true, msg }]);
    expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, subscription_id: second });
    expect(await buyer.history()).toEqual([
      `system: Another subscription of this account continues. Its plan applies: ${LARGE}.`,
      `${as}: The subscription was stopped: back on the free plan.`,
      SECOND,
      `team: Subscribed to ${SMALL}.`,
    ]);
  },
);

test('two subscriptions are logged, and so is the end of the first one in the provider’s console', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { provider, buyer, service, hook, first, second } = await payingTwice(log);
  await (await service.open()).subscriptions.cancel(first);
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, subscription_id: second });
  expect(new Set(lines.map(({ msg, subscription }) => [msg, subscription].join(': ')))).toEqual(
    new Set([
      `a subscriber has two subscriptions: ${second}`,
      `another subscription of a subscriber gives its plan after the end of the former one: ${second}`,
    ]),
  );
});

test('a subscription that starts after the end of the first one is no second one, also if its event arrives earlier', async () => {
  const { provider, buyer, service, large, hook, subscribeElsewhere } = await openShop();
  const first = await buyer.buy();
  await provider.deliverNew(hook);
  await (await service.open()).subscriptions.cancel(first);
  const second = await subscribeElsewhere(large);
  await provider.deliverNew(hook, (events) => events.toReversed());
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, subscription_id: second });
  expect(await buyer.history()).toEqual([
    `system: Subscribed to ${LARGE}.`,
    'system: The subscription was stopped: back on the free plan.',
    `team: Subscribed to ${SMALL}.`,
  ]);
});

test('a stop succeeds while the second subscription cannot be read; the event then finds it', async () => {
  const { provider, buyer, stop, hook } = await payingTwice();
  provider.behave(({ at, method, path }) =>
    at === 'request' && method === 'GET' && path === '/v1/subscriptions' ? 'cut' : undefined,
  );
  const { status, body } = await stop();
  expect([status, body]).toEqual([200, { ok: true, msg: 'Updated Successfully.' }]);
  expect(await buyer.profile()).toMatchObject({ plan: 'free' });
  provider.behave();
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50 });
});

test.each(['stop', 'cancel', 'resume', 'change'])(
  'a repeated call to %s the first subscription does not reach the second one',
  async (action) => {
    const { server, service, stop, first, second, small, token, team } = await payingTwice();
    await stop();
    const quote = { selectedPlan: small.value, due_now: 0, currency: 'usd', quoted_at: 1_795_248_847 };
    const body = { team_id: team.id, subscription_id: first, ...(action === 'change' ? quote : {}) };
    const again = await server.post(`/tapi/v1/${action}/subscription`, { token, body });
    const msg = 'Another subscription gives the plan by now. Reload the page, and look at it first.';
    expect([again.status, again.body.msg]).toEqual([409, msg]);
    const { status } = await (await service.open()).subscriptions.retrieve(second);
    expect(status).toBe('active');
  },
);

test('a paid subscription gives its plan before an older one that is overdue', async () => {
  const { provider, buyer, small, second, stop, hook, subscribeElsewhere } = await payingTwice();
  provider.advance(1);
  const third = await subscribeElsewhere(small);
  Object.assign(provider.state.subscriptions.get(second) ?? {}, { status: 'unpaid' });
  await provider.deliverNew(hook);
  await stop();
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10, subscription_id: third });
});

test('a stored subscription that the provider does not know is no obstacle to another one', async () => {
  const { provider, buyer, small, second, stop, hook, subscribeElsewhere } = await payingTwice();
  provider.advance(1);
  const third = await subscribeElsewhere(small);
  await provider.deliverNew(hook);
  provider.state.subscriptions.delete(second);
  await stop();
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', subscription_id: third });
});

test('after the end of a first subscription that the provider does not know, the second one gives its plan', async () => {
  const { provider, buyer, first, second, stop } = await payingTwice();
  provider.state.subscriptions.delete(first);
  await stop('admin');
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', subscription_id: second });
});

test('a subscriber that pays for a subscription without having its plan is sold no other one', async () => {
  const shop = await openShop();
  const { provider, buyer, large } = shop;
  const id = await buyer.buy();
  await leaveFree(shop);
  const { body } = await buyer.start({ selectedPlan: large.value });
  expect(body.data).toEqual({ state: 'paid', subscription_id: id, client_secret: null });
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10, subscription_id: id });
  expect((await buyer.history())[0]).toBe(
    `system: Another subscription of this account continues. Its plan applies: ${SMALL}.`,
  );
  expect(provider.state.subscriptions.size).toBe(1);
  expect(provider.totalCharged()).toBe(2995);
});

test('a subscription whose events were lost is found by a purchase, and an earlier purchase can no longer be paid', async () => {
  const shop = await openShop();
  const { provider, buyer, small, large, subscribeElsewhere } = shop;
  const earlier = await buyer.secret(small.value);
  const id = await subscribeElsewhere(large);
  const { body } = await buyer.start({ selectedPlan: small.value });
  expect(body.data).toEqual({ state: 'paid', subscription_id: id, client_secret: null });
  expect(provider.confirmCard(earlier, 'ok').error).toBeDefined();
  expect(provider.totalCharged()).toBe(9995);
  expect(await openPurchases(shop)).toEqual([]);
});

test('a purchase that is open when another subscription becomes current can no longer be paid', async () => {
  const shop = await openShop();
  const { provider, buyer, small, large, hook, subscribeElsewhere } = shop;
  const secret = await buyer.secret(small.value);
  const other = await subscribeElsewhere(large);
  await provider.deliverNew(hook);
  expect(provider.confirmCard(secret, 'ok').error).toBeDefined();
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, subscription_id: other });
  expect(await buyer.history()).toEqual([`system: Subscribed to ${LARGE}.`]);
  expect(provider.totalCharged()).toBe(9995);
  expect(await openPurchases(shop)).toEqual([]);
});

test('a purchase that could not be ended when another subscription became current is ended by the next event', async () => {
  const { provider, buyer, small, large, hook, subscribeElsewhere } = await openShop();
  const secret = await buyer.secret(small.value);
  await subscribeElsewhere(large);
  const event = provider.events().find(({ type }) => type === 'customer.subscription.updated');
  const deliver = async () => event && (await provider.deliver(hook, event)).status;
  provider.behave(({ at, path }) => (at === 'request' && path.endsWith('/void') ? 'cut' : undefined));
  expect(await deliver()).toBe(503);
  provider.behave();
  // The provider sends it again.
  expect(await deliver()).toBe(200);
  expect(provider.confirmCard(secret, 'ok').error).toBeDefined();
});

test('a purchase that is starting when another subscription becomes current offers nothing to pay', async () => {
  const shop = await openShop();
  const { provider, buyer, small, large, hook, subscribeElsewhere } = shop;
  await buyer.secret(small.value);
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  // The provider has responded that the subscription of the purchase can be paid.
  provider.behave(async ({ at, method, path }) => {
    if (at !== 'accepted' || method !== 'GET' || !path.startsWith('/v1/subscriptions/') || isHeld) return;
    isHeld = true;
    reached.resolve();
    await held.promise;
  });
  const starting = buyer.start({ selectedPlan: small.value });
  await reached.promise;
  const other = await subscribeElsewhere(large);
  await provider.deliverNew(hook);
  held.resolve();
  expect((await starting).body.data).toEqual({ state: 'paid', subscription_id: other, client_secret: null });
  expect(await openPurchases(shop)).toEqual([]);
  const left = [...provider.state.subscriptions.values()].filter(({ status }) => status === 'incomplete');
  expect(left).toEqual([]);
});

test('a purchase that is paid while another subscription becomes current is in the history, with what to do', async () => {
  const shop = await openShop();
  const { provider, buyer, small, large, hook, subscribeElsewhere } = shop;
  const secret = await buyer.secret(large.value);
  const other = await subscribeElsewhere(small);
  provider.behave(({ at, path }) => {
    if (at === 'request' && path.endsWith('/void')) provider.confirmCard(secret, 'ok');
  });
  await provider.deliverNew(hook);
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10, subscription_id: other });
  expect(await buyer.history()).toEqual([
    SECOND.replace('system', 'team'),
    `system: Subscribed to ${SMALL}.`,
  ]);
  expect(provider.totalCharged()).toBe(2995 + 9995);
  expect(await openPurchases(shop)).toEqual([]);
});

test('two windows that replace the same purchase at the same time continue one', async () => {
  const { provider, buyer, small, large } = await openShop();
  await buyer.secret(large.value);
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  provider.behave(async ({ at, method }) => {
    if (at !== 'request' || method !== 'DELETE' || isHeld) return;
    isHeld = true;
    reached.resolve();
    await held.promise;
  });
  const one = buyer.start({ selectedPlan: small.value });
  await reached.promise;
  const two = await buyer.start({ selectedPlan: small.value });
  held.resolve();
  expect(two.status).toBe(200);
  expect((await one).body.data).toEqual(two.body.data);
  provider.confirmCard(two.body.data.client_secret, 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect(provider.totalCharged()).toBe(2995);
});

test('a purchase reads a limited number of subscriptions after many abandoned ones, and their events read no list', async () => {
  const { provider, buyer, small, large, hook } = await openShop();
  const abandoned = (await buyer.start({ selectedPlan: small.value })).body.data.subscription_id;
  const lists = async (work: () => Promise<unknown>) => {
    const from = provider.calls.length;
    await work();
    const calls = provider.calls
      .slice(from)
      .filter(({ path, method }) => `${method} ${path}` === 'GET /v1/subscriptions');
    return { calls: calls.length, listed: calls.reduce((sum, { listed }) => sum + listed, 0) };
  };
  await buyer.start({ selectedPlan: large.value });
  abandonMany(provider, abandoned);
  expect(await lists(() => buyer.start({ selectedPlan: small.value }))).toEqual({ calls: 6, listed: 100 });
  expect(await lists(() => provider.deliverNew(hook))).toEqual({ calls: 0, listed: 0 });
});

test('a subscription that is older than many abandoned purchases is found', async () => {
  const { provider, buyer, small, large, subscribeElsewhere } = await openShop();
  const abandoned = (await buyer.start({ selectedPlan: small.value })).body.data.subscription_id;
  await buyer.start({ selectedPlan: large.value });
  const id = await subscribeElsewhere(large);
  abandonMany(provider, abandoned);
  const { body } = await buyer.start({ selectedPlan: small.value });
  expect(body.data).toEqual({ state: 'paid', subscription_id: id, client_secret: null });
});
