import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { ADDRESS, openShop } from '../../testing/payments/shop.ts';

const SUBSCRIBED = 'team: Subscribed to Small - Monthly ( $29.95/monthly ).';

test('a subscriber pays for a plan, and the profile and history show it', async () => {
  const { provider, server, buyer, small, token, team } = await openShop();
  const setup = await server.get('/tapi/v1/paymentSetup', { token });
  expect(setup.body).toEqual({ ok: true, data: { publishable_key: provider.publishableKey } });
  const { status, body } = await buyer.start();
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      data: {
        state: 'payable',
        subscription_id: expect.stringMatching(/^sub_/),
        client_secret: expect.stringMatching(/_secret_/),
      },
    },
  ]);
  expect(await buyer.profile()).toMatchObject({ plan: 'free', is_paid: 0 });
  expect(provider.totalCharged()).toBe(0);

  expect(provider.confirmCard(body.data.client_secret, 'ok').error).toBeUndefined();
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({
    plan: 'paid',
    is_paid: 1,
    max_users: small.max_users,
    plan_obj: 'Small - Monthly ( $29.95/monthly )',
    subscription_id: body.data.subscription_id,
  });
  expect(await buyer.history()).toEqual([SUBSCRIBED]);
  expect(provider.totalCharged()).toBe(2995);
  const data = await server.get('/tapi/v1/getSubData', {
    token,
    query: { sub_id: body.data.subscription_id },
  });
  expect(data.body.data).toMatchObject({ cancel_at_period_end: false, trial_end: null });
  const [customer] = provider.state.customers.values();
  expect(customer).toMatchObject({
    email: team.email,
    name: 'Ridgeline',
    address: { ...ADDRESS, country: 'US' },
  });
});

test.each(['declined', 'expired', 'cvc'] as const)(
  'after a card that is %s, the same subscription is paid with another card',
  async (card) => {
    const { provider, buyer } = await openShop();
    const secret = await buyer.secret();
    expect(provider.confirmCard(secret, card).error?.type).toBe('card_error');
    expect(await buyer.finish()).toBe('unpaid');
    expect(await buyer.profile()).toMatchObject({ plan: 'free' });
    expect(await buyer.secret()).toBe(secret);
    provider.confirmCard(secret, 'ok');
    expect(await buyer.finish()).toBe('paid');
    expect(provider.state.subscriptions.size).toBe(1);
    expect(provider.totalCharged()).toBe(2995);
  },
);

test('a payment that the bank must authenticate is complete after the authentication', async () => {
  const { provider, buyer } = await openShop();
  const secret = await buyer.secret();
  expect(provider.confirmCard(secret, 'authenticate').paymentIntent?.status).toBe('requires_action');
  expect(await buyer.finish()).toBe('unpaid');
  provider.authenticate(secret, true);
  expect(await buyer.finish()).toBe('paid');
  expect(provider.totalCharged()).toBe(2995);
});

test('purchases that are started at the same time and repeated continue one subscription', async () => {
  const { provider, buyer } = await openShop();
  const started = await Promise.all([1, 2, 3, 4].map(() => buyer.start()));
  started.push(await buyer.start());
  expect(new Set(started.map(({ body }) => body.data.client_secret)).size).toBe(1);
  expect(provider.state.subscriptions.size).toBe(1);
  expect(provider.state.customers.size).toBe(1);
});

test('a purchase whose responses are lost continues with the same subscription', async () => {
  const { provider, buyer } = await openShop();
  for (const path of ['/v1/customers', '/v1/subscriptions']) {
    provider.behave(({ at, method, path: called }) =>
      at === 'accepted' && method === 'POST' && called === path ? 'cut' : undefined,
    );
    const { status, body } = await buyer.start();
    expect([status, body.msg]).toEqual([
      503,
      'The payment provider did not respond. Try again: nothing is charged twice.',
    ]);
  }
  provider.behave();
  provider.confirmCard(await buyer.secret(), 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect([provider.state.customers.size, provider.state.subscriptions.size]).toEqual([1, 1]);
  expect(provider.totalCharged()).toBe(2995);
});

test('another plan replaces the unpaid one, which can no longer be paid', async () => {
  const { provider, buyer, small, large } = await openShop();
  const first = await buyer.secret(small.value);
  const second = await buyer.secret(large.value);
  expect(provider.confirmCard(first, 'ok').error).toBeDefined();
  provider.confirmCard(second, 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({ max_users: 50, plan: 'paid' });
  expect(provider.totalCharged()).toBe(9995);
});

test('a plan that was paid in another window is not replaced', async () => {
  const { provider, buyer, small, large } = await openShop();
  provider.confirmCard(await buyer.secret(small.value), 'ok');
  const { body } = await buyer.start({ selectedPlan: large.value });
  expect(body.data).toMatchObject({ state: 'paid', client_secret: null });
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10 });
  expect(await buyer.history()).toEqual([SUBSCRIBED]);
  expect(provider.totalCharged()).toBe(2995);
  const again = await buyer.start();
  expect([again.status, again.body.msg]).toEqual([
    409,
    'You already have a subscription. Change your plan on your profile.',
  ]);
});

test.each(['the same plan', 'another plan'])(
  'a purchase of %s that is starting while another window pays starts no second subscription',
  async (what) => {
    const { provider, buyer, small, large } = await openShop();
    const one = await buyer.start({ selectedPlan: small.value });
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The second window has been told that the subscriber does not pay yet.
    provider.behave(async ({ at, method, path }) => {
      if (at !== 'request' || method !== 'GET' || !path.includes('/prices/')) return;
      reached.resolve();
      await held.promise;
    });
    const two = buyer.start({ selectedPlan: what === 'the same plan' ? small.value : large.value });
    await reached.promise;
    provider.confirmCard(one.body.data.client_secret, 'ok');
    await buyer.finish();
    held.resolve();
    expect((await two).body.data).toEqual({
      state: 'paid',
      subscription_id: one.body.data.subscription_id,
      client_secret: null,
    });
    expect(provider.state.subscriptions.size).toBe(1);
  },
);

test.each(['deleted', 'reduced'])(
  'who pays for a plan that is %s meanwhile has as many app users as the person was shown',
  async (how) => {
    const { server, provider, buyer, large } = await openShop();
    const secret = await buyer.secret(large.value);
    if (how === 'deleted') await server.db.deleteFrom('plan').where('id', '=', large.id).execute();
    else await server.db.updateTable('plan').set({ max_users: 3 }).where('id', '=', large.id).execute();
    provider.confirmCard(secret, 'ok');
    expect(await buyer.finish()).toBe('paid');
    expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50 });
    // Also when the provider reports it again.
    await provider.deliverNew(`${server.url}/hooks/stripe`);
    expect(await buyer.profile()).toMatchObject({ max_users: 50 });
  },
);

test('a purchase that was left for a day starts again', async () => {
  const { provider, server, buyer } = await openShop();
  const first = await buyer.secret();
  provider.advance(1);
  const created_at = new Date(Date.now() - 86_400_000).toISOString();
  await server.db.updateTable('payment_change').set({ created_at }).execute();
  const second = await buyer.secret();
  expect(second).not.toBe(first);
  expect(provider.confirmCard(first, 'ok').error).toBeDefined();
  provider.confirmCard(second, 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect(provider.totalCharged()).toBe(2995);
});

test('a subscriber whom an administrator upgraded can pay for a plan', async () => {
  const { server, buyer, adminToken, team, large } = await openShop();
  await server.get('/api/v1/upgradeByAdmin', {
    token: adminToken,
    query: { team_id: team.id, selectedPlan: large.value, expires_on: '2999-12-31' },
  });
  await buyer.buy();
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10 });
});

test.each([
  ['an empty list', undefined],
  ['an error', { status: 400, error: { type: 'invalid_request_error', code: 'resource_missing' } } as const],
])('customers of other keys, whose subscriptions are %s, are created again', async (_, response) => {
  const { provider, server, buyer, team } = await openShop();
  provider.behave(({ at, method, path }) =>
    at === 'request' && method === 'GET' && path === '/v1/subscriptions' ? response : undefined,
  );
  await server.db
    .insertInto('payment_customer')
    .values({ team_id: team.id, customer_id: 'cus_of_test_mode', created_at: new Date().toISOString() })
    .execute();
  await buyer.buy();
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
  expect(provider.totalCharged()).toBe(2995);
});

test('all problems of a purchase are reported together', async () => {
  const { provider, buyer } = await openShop();
  const { status, body } = await buyer.start({ selectedPlan: 'price', address: { city: ' ' } });
  expect(status).toBe(400);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'selectedPlan',
    'address.line1',
    'address.city',
    'address.state',
    'address.postal_code',
  ]);
  const unknown = await buyer.start({ selectedPlan: 'price_unknown|10' });
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ msg: 'The plan does not exist.', field: 'selectedPlan' }],
  ]);
  expect(provider.calls).toEqual([]);
});

test('a plan for fewer app users than the subscriber has is rejected with both numbers', async () => {
  const { provider, server, buyer, team } = await openShop();
  for (let number = 0; number < 11; number += 1) await buildAppUser(server.db, team.id);
  const { status, body } = await buyer.start();
  expect([status, body.msg]).toEqual([
    409,
    'You have 11 app users, and this plan allows 10. Choose a larger plan, or delete app users.',
  ]);
  expect(provider.calls).toEqual([]);
});

test('without keys, with keys that the provider rejects, and with an unknown price, nothing is charged', async () => {
  const { provider, server, buyer, token, small, large } = await openShop();
  const unknown = `sk_test_${'8'.repeat(24)}`;
  await buildConfiguration(server.db, { payment_secret_key: unknown });
  expect((await buyer.start()).body.msg).toMatch(/^The payment provider rejected the keys of this server/);
  await buildConfiguration(server.db, { payment_secret_key: '' });
  expect((await server.get('/tapi/v1/paymentSetup', { token })).body.data).toEqual({ publishable_key: null });
  const { status, body } = await buyer.start();
  expect([status, body.msg]).toEqual([409, 'Payments are not set up on this server yet.']);
  await buildConfiguration(server.db, { payment_secret_key: provider.secretKey });
  await server.db
    .updateTable('plan')
    .set({ plan_stripe_id: 'price_gone' })
    .where('id', '=', small.id)
    .execute();
  const gone = await buyer.start({ selectedPlan: 'price_gone|10' });
  expect([gone.status, gone.body.msg]).toEqual([
    409,
    'The payment provider does not know this plan or subscription. Nothing was changed or charged: contact the administrator of this server.',
  ]);
  // The rejected plan does not prevent another one.
  expect(await buyer.buy(large.value)).toMatch(/^sub_/);
  expect(provider.totalCharged()).toBe(9995);
});

test('two subscribers pay separately', async () => {
  const { provider, server, buyer } = await openShop();
  await buyer.buy();
  const other = await buildTeam(server.db);
  const token = await server.tokenOf('team', other.id);
  const { body } = await server.get('/tapi/v1/listPaged/team', { token, query: { my: 'yes' } });
  expect(body.items[0]).toMatchObject({ plan: 'free', subscription_id: null });
  expect((await server.post('/tapi/v1/finish/purchase', { token, body: {} })).body.data.state).toBe('none');
  expect(provider.totalCharged()).toBe(2995);
});

test.each([
  [{ amount: 3995 }, '$39.95'],
  [{ amount: 2995, currency: 'eur' }, '€29.95'],
])('a plan that the provider sells for another price (%j) cannot be bought', async (price, shown) => {
  const { provider, server, buyer, small } = await openShop();
  const { id } = provider.declarePrice({ nickname: 'Other', ...price });
  await server.db.updateTable('plan').set({ plan_stripe_id: id }).where('id', '=', small.id).execute();
  const { status, body } = await buyer.start({ selectedPlan: `${id}|${small.max_users}` });
  expect([status, body.errors]).toEqual([
    409,
    [
      {
        field: 'selectedPlan',
        msg: `This plan is shown as $29.95, but the payment provider would charge ${shown}. Nothing was charged: choose another plan, or contact us.`,
      },
    ],
  ]);
  expect(provider.state.subscriptions.size).toBe(0);
});
