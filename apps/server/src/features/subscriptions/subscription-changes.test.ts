import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { reconcilePayments } from '../../payments/reconcile.ts';
import { openLog } from '../../http/logging/log.ts';
import { DAY } from '../../scheduling/durations.ts';
import { buyerOf, openShop } from '../../testing/payments/shop.ts';

const LARGE = 'Large - Monthly ( $99.95/monthly )';
const SMALL = 'Small - Monthly ( $29.95/monthly )';

/** A subscriber who pays for the small plan, and its calls, as itself or as an administrator. */
async function paying(selected: 'small' | 'large' = 'small') {
  const shop = await openShop();
  const { server, buyer, token, adminToken, team } = shop;
  const id = await buyer.buy(shop[selected].value);
  const call = (path: string, body: object = {}, as: 'team' | 'admin' = 'team') =>
    server.post(`${as === 'team' ? '/tapi/v1' : '/api/v1'}/${path}/subscription`, {
      token: as === 'team' ? token : adminToken,
      body: { team_id: team.id, ...(path !== 'preview' && { subscription_id: id }), ...body },
    });
  const quote = async (selectedPlan: string) => {
    const { due_now, currency, quoted_at } = (await call('preview', { selectedPlan })).body.data;
    return { selectedPlan, due_now, currency, quoted_at };
  };
  return { ...shop, id, call, quote };
}

test('a larger plan costs what the preview says, now and for each term', async () => {
  const { provider, call, quote, buyer, large } = await paying();
  provider.advance(10);
  const { status, body } = await call('preview', { selectedPlan: large.value });
  expect([status, body.data]).toEqual([
    200,
    {
      due_now: expect.any(Number),
      credit: 0,
      renewal: 9995,
      currency: 'usd',
      renews_at: expect.stringMatching(/Z$/),
      quoted_at: expect.any(Number),
    },
  ]);
  const chosen = await quote(large.value);
  const changed = await call('change', chosen);
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      ok: true,
      msg: 'Updated Successfully.',
      data: { state: 'changed', client_secret: null, page_url: null },
    },
  ]);
  expect(provider.totalCharged()).toBe(2995 + chosen.due_now);
  // Two thirds of the month remain.
  expect(chosen.due_now).toBeGreaterThan(4000);
  expect(chosen.due_now).toBeLessThan(5500);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, plan_obj: LARGE });
  expect((await buyer.history())[0]).toBe(`team: The plan was changed to ${LARGE}.`);
});

test('a smaller plan gives a credit, and charges nothing now', async () => {
  const { provider, call, quote, buyer, small } = await paying('large');
  const { body } = await call('preview', { selectedPlan: small.value });
  expect(body.data).toMatchObject({ due_now: 0, renewal: 2995 });
  expect(body.data.credit).toBeGreaterThan(0);
  await call('change', await quote(small.value));
  expect(await buyer.profile()).toMatchObject({ max_users: 10 });
  expect(provider.totalCharged()).toBe(9995);
});

test('an administrator changes the plan of a subscriber, and the history says so', async () => {
  const { call, quote, buyer, large } = await paying();
  expect((await call('change', await quote(large.value), 'admin')).status).toBe(200);
  expect((await buyer.history())[0]).toBe(`admin: The plan was changed to ${LARGE}.`);
});

test('a price that is no longer the quoted one is not charged', async () => {
  const { provider, call, quote, large } = await paying();
  const chosen = await quote(large.value);
  const old = 'The price may have changed. Check it again, then confirm it.';
  for (const change of [{ due_now: chosen.due_now - 1 }, { currency: 'eur' }, { quoted_at: 1 }]) {
    const { status, body } = await call('change', { ...chosen, ...change });
    expect([status, body.msg]).toEqual([409, old]);
  }
  expect(provider.totalCharged()).toBe(2995);
});

test.each(['declined', 'expired', 'cvc'] as const)('a card that is %s changes nothing', async (card) => {
  const { provider, server, call, quote, buyer, large, team } = await paying();
  const chosen = await quote(large.value);
  provider.decideCharges(() => card);
  const { status, body } = await call('change', chosen);
  expect(status).toBe(409);
  expect(body.msg).toMatch(/^Your card/);
  expect(await buyer.profile()).toMatchObject({ max_users: 10, plan_obj: SMALL });
  expect(provider.totalCharged()).toBe(2995);
  const data = await server.db
    .selectFrom('payment_change')
    .selectAll()
    .where('team_id', '=', team.id)
    .execute();
  expect(data.every(({ settled_at }) => settled_at !== null)).toBe(true);
  provider.decideCharges();
  expect((await call('change', await quote(large.value))).status).toBe(200);
  expect(await buyer.profile()).toMatchObject({ max_users: 50 });
});

test('a change that the bank must authenticate applies after the authentication', async () => {
  const { provider, call, quote, buyer, server, large } = await paying();
  const chosen = await quote(large.value);
  provider.decideCharges(() => 'authenticate');
  const { body } = await call('change', chosen);
  expect(body.data).toEqual({
    state: 'authenticate',
    client_secret: expect.stringMatching(/_secret_/),
    page_url: expect.stringMatching(/^https:/),
  });
  expect(await buyer.profile()).toMatchObject({ max_users: 10 });
  provider.decideCharges();
  provider.authenticate(body.data.client_secret, true);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(await buyer.profile()).toMatchObject({ max_users: 50 });
  expect((await buyer.history())[0]).toBe(`team: The plan was changed to ${LARGE}.`);
  expect(provider.totalCharged()).toBe(2995 + chosen.due_now);
});

test('a plan that allows fewer app users than there are is rejected with both numbers', async () => {
  const { server, call, team, small, provider } = await paying('large');
  for (let number = 0; number < 11; number += 1) await buildAppUser(server.db, team.id);
  const seen = provider.calls.length;
  const text = 'have 11 app users, and this plan allows 10. Choose a larger plan, or delete app users.';
  const body = { selectedPlan: small.value, due_now: 0, currency: 'usd', quoted_at: 1 };
  for (const [as, who] of [
    ['team', 'You'],
    ['admin', 'The subscriber'],
  ] as const) {
    for (const [path, input] of [
      ['preview', { selectedPlan: small.value }],
      ['change', body],
    ] as const) {
      const response = await call(path, input, as);
      const msg = `${who} ${as === 'team' ? text : text.replace('have', 'has')}`;
      expect([response.status, response.body.errors]).toEqual([409, [{ msg, field: 'selectedPlan' }]]);
    }
  }
  expect(provider.calls).toHaveLength(seen);
});

test('a change to a smaller plan that fails leaves the limit of app users as it was', async () => {
  const { provider, call, quote, buyer, small } = await paying('large');
  const chosen = await quote(small.value);
  provider.behave(({ at, method, path }) =>
    at === 'request' && method === 'POST' && path.startsWith('/v1/subscriptions/')
      ? { status: 503 }
      : undefined,
  );
  expect((await call('change', chosen)).status).toBe(503);
  expect(await buyer.profile()).toMatchObject({ max_users: 50 });
});

test('a subscriber cancels at the end of the period, undoes it, and cancels again', async () => {
  const { provider, server, call, buyer, service, id, token } = await paying();
  expect((await call('cancel')).body).toEqual({ ok: true, msg: 'Updated Successfully.' });
  const data = async () =>
    (await server.get('/tapi/v1/getSubData', { token, query: { sub_id: id } })).body.data;
  expect(await data()).toMatchObject({ cancel_at_period_end: true });
  expect((await call('resume')).status).toBe(200);
  expect(await data()).toMatchObject({ cancel_at_period_end: false });
  await call('cancel', {}, 'admin');
  provider.advance(32);
  await reconcilePayments(service, openLog('silent'));
  expect(await buyer.profile()).toMatchObject({ plan: 'free', max_users: 10, subscription_id: null });
  expect(await buyer.history()).toEqual([
    'system: The subscription ended as scheduled: back on the free plan.',
    expect.stringMatching(/^admin: The subscription was scheduled to stop on /),
    'team: The scheduled stop was undone: the subscription continues.',
    expect.stringMatching(/^team: The subscription was scheduled to stop on /),
    `team: Subscribed to ${SMALL}.`,
  ]);
  expect(provider.totalCharged()).toBe(2995);
});

test.each(['team', 'admin'] as const)('a subscription that is stopped by %s ends now', async (as) => {
  const { provider, call, buyer, server, team } = await paying('large');
  for (let number = 0; number < 11; number += 1) await buildAppUser(server.db, team.id);
  expect((await call('stop', {}, as)).status).toBe(200);
  expect(await buyer.profile()).toMatchObject({ plan: 'free', max_users: 10, used_users: 11 });
  expect((await buyer.history())[0]).toBe(`${as}: The subscription was stopped: back on the free plan.`);
  provider.advance(60);
  expect(provider.totalCharged()).toBe(9995);
  const again = await call('stop', {}, as);
  expect([again.status, again.body.msg]).toEqual([409, 'There is no paid subscription to change.']);
});

test('a stop of an upgrade does not stop a subscription that was paid in the meantime', async () => {
  const { server, service, buyer, adminToken, team, large } = await openShop();
  await server.get('/api/v1/upgradeByAdmin', {
    token: adminToken,
    query: { team_id: team.id, selectedPlan: large.value },
  });
  expect(await buyer.profile()).toMatchObject({ plan: 'upgrade_by_admin' });
  const id = await buyer.buy();
  const query = { team_id: team.id };
  const { status, body } = await server.get('/api/v1/convertToFree', { token: adminToken, query });
  const msg =
    'A paid subscription gives this plan, so nothing was stopped. Reload the page, and look at the subscription first.';
  expect([status, body]).toEqual([409, { ok: false, msg, errors: [{ msg, field: 'team_id' }] }]);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', subscription_id: id });
  expect((await (await service.open()).subscriptions.retrieve(id)).status).toBe('active');
});

test.each(['change', 'cancel', 'resume', 'stop'])(
  'a call to %s a subscription must name the subscription that its caller saw',
  async (path) => {
    const { call, service, buyer, id, large } = await paying();
    const quote = { selectedPlan: large.value, due_now: 7000, currency: 'usd', quoted_at: 1_795_248_847 };
    for (const subscription_id of [undefined, '', ' ']) {
      const { status, body } = await call(path, { ...(path === 'change' && quote), subscription_id });
      expect([status, body.errors]).toEqual([
        400,
        [{ msg: 'Subscription id is required.', field: 'subscription_id' }],
      ]);
    }
    expect(await (await service.open()).subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
    });
    expect(await buyer.history()).toHaveLength(1);
  },
);

test('calls that are sent twice at the same time have one effect', async () => {
  const { call, quote, buyer, provider, large } = await paying();
  await Promise.all([call('cancel'), call('cancel'), call('cancel')]);
  expect(await buyer.history()).toHaveLength(2);
  await Promise.all([call('resume'), call('resume')]);
  expect(await buyer.history()).toHaveLength(3);
  const chosen = await quote(large.value);
  const changed = await Promise.all([call('change', chosen), call('change', chosen)]);
  // The second one is rejected while the first one is in progress, and succeeds without an effect afterwards.
  expect([200, 409]).toEqual(expect.arrayContaining(changed.map(({ status }) => status)));
  expect(changed.some(({ status }) => status === 200)).toBe(true);
  expect(provider.totalCharged()).toBe(2995 + chosen.due_now);
  const stopped = await Promise.all([call('stop'), call('stop')]);
  expect(stopped.some(({ status }) => status === 200)).toBe(true);
  expect(await buyer.history()).toHaveLength(5);
});

test('a change whose response is lost is found and recorded', async () => {
  const { provider, call, buyer } = await paying();
  provider.behave(({ at, method }) => (at === 'accepted' && method === 'POST' ? 'cut' : undefined));
  expect((await call('cancel')).status).toBe(200);
  expect((await buyer.history())[0]).toMatch(/^team: The subscription was scheduled to stop on /);
});

test('a change that cannot reach the provider says so, and can be repeated', async () => {
  const { provider, call, buyer } = await paying();
  provider.behave(({ at }) => (at === 'request' ? 'cut' : undefined));
  const { status, body } = await call('cancel');
  expect([status, body.msg]).toEqual([
    503,
    'The payment provider did not respond. Try again: nothing is charged twice.',
  ]);
  provider.behave();
  expect((await call('cancel')).status).toBe(200);
  expect(await buyer.history()).toHaveLength(2);
});

test('a plan is not changed while the subscription stops, is overdue, or has it already', async () => {
  const { provider, call, small, large, server } = await paying();
  const preview = async (selectedPlan: string) => (await call('preview', { selectedPlan })).body.msg;
  expect(await preview(small.value)).toBe('This is the current plan. Choose another plan.');
  await call('cancel');
  expect(await preview(large.value)).toMatch(/^The subscription is scheduled to stop/);
  await call('resume');
  provider.decideCharges(() => 'declined');
  provider.advance(31);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(await preview(large.value)).toMatch(/^A payment is overdue/);
});

test('nobody changes the subscription of another subscriber, and only administrators see who does not exist', async () => {
  const { provider, server, team, small, large } = await paying();
  const other = await buildTeam(server.db);
  const token = await server.tokenOf('team', other.id);
  await buyerOf(server, provider, token, small).buy();
  const seen = provider.calls.length;
  const quote = { selectedPlan: large.value, due_now: 1, currency: 'usd', quoted_at: 1 };
  for (const [path, more] of [
    ['preview', { selectedPlan: large.value }],
    ['change', { ...quote, subscription_id: 'sub_1' }],
    ['cancel', { subscription_id: 'sub_1' }],
    ['resume', { subscription_id: 'sub_1' }],
    ['stop', { subscription_id: 'sub_1' }],
  ] as const) {
    const response = await server.post(`/tapi/v1/${path}/subscription`, {
      token,
      body: { team_id: team.id, ...more },
    });
    const msg = 'The subscriber does not exist.';
    expect([response.status, response.body.errors]).toEqual([404, [{ msg, field: 'team_id' }]]);
  }
  expect(provider.calls).toHaveLength(seen);
});

test('a subscriber on the free plan has no subscription to change', async () => {
  const { server, token, team, large } = await openShop();
  const quote = { selectedPlan: large.value, due_now: 1, currency: 'usd', quoted_at: 1 };
  for (const [path, more] of [
    ['preview', { selectedPlan: large.value }],
    ['change', { ...quote, subscription_id: 'sub_1' }],
    ['cancel', { subscription_id: 'sub_1' }],
    ['resume', { subscription_id: 'sub_1' }],
    ['stop', { subscription_id: 'sub_1' }],
  ] as const) {
    const { status, body } = await server.post(`/tapi/v1/${path}/subscription`, {
      token,
      body: { team_id: team.id, ...more },
    });
    expect([status, body.msg]).toEqual([409, 'There is no paid subscription to change.']);
  }
});

test('an administrator stops a subscription that the provider does not know; its subscriber cannot', async () => {
  const { provider, id, call, buyer, service } = await paying();
  const subscription = await (await service.open()).subscriptions.retrieve(id);
  provider.state.subscriptions.delete(id);
  expect((await call('stop')).status).toBe(409);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
  expect((await call('stop', {}, 'admin')).status).toBe(200);
  expect(await buyer.profile()).toMatchObject({ plan: 'free', subscription_id: null });
  expect((await buyer.history())[0]).toBe(
    'admin: Stopped by an administrator: the payment provider does not know this subscription. Back on the free plan.',
  );
  // With the former keys it exists.
  provider.state.subscriptions.set(id, subscription);
  await reconcilePayments(service, openLog('silent'));
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', subscription_id: id });
});

test.each([
  { meanwhile: 'larger', max_users: 200, amount: 20_000 },
  // As large as the plan that the subscriber asks for.
  { meanwhile: 'just as large', max_users: 10, amount: 29_950 },
])(
  'a change that is given up leaves the limit of a plan that is $meanwhile, which the provider set meanwhile',
  async ({ max_users, amount }) => {
    const { server, provider, buyer, service, small, id, call, quote } = await paying('large');
    const price = provider.declarePrice({ amount, nickname: 'Other' });
    await buildPlan(server.db, { max_users, plan_stripe_id: price.id, plan_cost_cents: amount });
    const smaller = await quote(small.value);
    let isCut = false;
    provider.behave(({ at, method, path }) => {
      isCut ||= at === 'request' && method === 'POST' && path.includes('/subscriptions/');
      return isCut ? 'cut' : undefined;
    });
    await call('change', smaller);
    expect(isCut).toBe(true);
    provider.behave();
    const stripe = await service.open();
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
    await stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: price.id }] });
    await provider.deliverNew(`${server.url}/hooks/stripe`);
    expect(await buyer.profile()).toMatchObject({ max_users });
    await reconcilePayments(service, openLog('silent'), { now: new Date(Date.now() + 2 * DAY) });
    const open = server.db.selectFrom('payment_change').select('id').where('settled_at', 'is', null);
    expect(await open.execute()).toEqual([]);
    expect(await buyer.profile()).toMatchObject({ max_users });
  },
);
