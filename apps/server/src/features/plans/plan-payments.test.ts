import { expect, test } from 'vitest';
import { changeSubscription } from '../../payments/subscriptions/change-subscription.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { openShop } from '../../testing/payments/shop.ts';

async function shopWithPlans() {
  const shop = await openShop();
  const { server, adminToken, team } = shop;
  const remove = async ({ id }: { id: number }) => {
    const { status, body } = await server.post('/api/v1/delete/plan', { token: adminToken, body: { id } });
    return [status, body.msg];
  };
  const change = async ({ id }: { id: number }, data: object) => {
    const response = await server.post('/api/v1/update/plan', { token: adminToken, body: { id, data } });
    return [response.status, response.body.errors];
  };
  const rejected = [
    409,
    `This plan can’t be deleted: a payment for it was started by Ridgeline (subscriber ${team.id}). Try again later: a payment that is not completed expires after a day.`,
  ];
  return { ...shop, remove, change, rejected };
}

const DELETED = [200, 'Deleted Successfully.'];
const GONE = 'The plan no longer exists. Choose another plan.';

test('a plan is not deleted while a subscriber pays for it', async () => {
  const { provider, server, buyer, small, large, team, adminToken, remove, rejected } = await shopWithPlans();
  const secret = await buyer.secret(small.value);
  expect(await remove(small)).toEqual(rejected);
  const { body } = await server.post('/api/v1/bulkDelete/plan', {
    token: adminToken,
    body: { ids: [small.id, large.id] },
  });
  expect(body.data).toMatchObject({ done: [large.id], failed: [{ id: small.id, msg: rejected[1] }] });
  provider.confirmCard(secret, 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', plan_id: small.id });
  const used = `it is used by Ridgeline (subscriber ${team.id}).`;
  expect(await remove(small)).toEqual([409, expect.stringContaining(used)]);
});

test('a plan is deleted after the subscriber has chosen another one', async () => {
  const { buyer, small, large, remove } = await shopWithPlans();
  await buyer.secret(small.value);
  await buyer.secret(large.value);
  expect(await remove(small)).toEqual(DELETED);
});

test('a plan is not deleted while a subscriber changes to it', async () => {
  const { provider, server, token, team, buyer, large, remove, rejected } = await shopWithPlans();
  const subscription_id = await buyer.buy();
  const chosen = { team_id: team.id, selectedPlan: large.value };
  const { body } = await server.post('/tapi/v1/preview/subscription', { token, body: chosen });
  let outcome: unknown = null;
  provider.behave(async ({ at, method, path }) => {
    if (at === 'request' && method === 'POST' && path.startsWith('/v1/subscriptions/'))
      outcome ??= await remove(large);
  });
  const { due_now, currency, quoted_at } = body.data;
  const changed = await server.post('/tapi/v1/change/subscription', {
    token,
    body: { ...chosen, subscription_id, due_now, currency, quoted_at },
  });
  expect([changed.status, outcome]).toEqual([200, rejected]);
  expect(await buyer.profile()).toMatchObject({ plan_id: large.id });
});

test('a purchase whose plan is deleted before it is stored is rejected, and charges nothing', async () => {
  const { provider, buyer, small, remove } = await shopWithPlans();
  let outcome: unknown = null;
  // The server has found the plan, and asks for its price.
  provider.behave(async ({ at, method, path }) => {
    if (at === 'request' && method === 'GET' && path.startsWith('/v1/prices/')) outcome = await remove(small);
  });
  const { status, body } = await buyer.start({ selectedPlan: small.value });
  expect([status, body.errors, outcome]).toEqual([409, [{ msg: GONE, field: 'selectedPlan' }], DELETED]);
  expect(provider.state.subscriptions.size).toBe(0);
});

test('a change to a plan that was deleted in the meantime is rejected', async () => {
  const { service, buyer, team, large, remove } = await shopWithPlans();
  const subscriptionId = await buyer.buy();
  expect(await remove(large)).toEqual(DELETED);
  const change = changeSubscription(
    service,
    {
      teamId: team.id,
      kind: 'plan',
      subscriptionId,
      plan: { price_id: large.plan_stripe_id, max_users: large.max_users },
      actor: { role: 'team', id: team.id, address: '' },
    },
    async () => await Promise.reject(new Error('the provider was called')),
  );
  await expect(change).rejects.toThrow(GONE);
});

test('the price and the number of users of a plan are not changed while a subscriber pays for it', async () => {
  const { provider, buyer, small, team, change } = await shopWithPlans();
  const secret = await buyer.secret(small.value);
  const msg = `This can’t be changed now: a payment for this plan was started by Ridgeline (subscriber ${team.id}). Add a new plan instead, or try again later: a payment that is not completed expires after a day.`;
  for (const data of [{ plan_stripe_id: 'price_new' }, { max_users: 20 }]) {
    const field = `data.${Object.keys(data)[0]}`;
    expect(await change(small, { plan_cost: 39.95, ...data })).toEqual([409, [{ msg, field }]]);
  }
  const same = { plan_stripe_id: small.plan_stripe_id, max_users: small.max_users };
  expect(await change(small, { ...same, plan_name: 'Tiny' })).toEqual([200, undefined]);
  provider.confirmCard(secret, 'ok');
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', plan_id: small.id, max_users: 10 });
  expect(await buyer.history()).toEqual(['team: Subscribed to Tiny - Monthly ( $29.95/monthly ).']);
});

test('a subscriber keeps its plan when the plan gets another price and number of users, until it chooses them', async () => {
  const { server, provider, buyer, token, team, small, hook, change } = await shopWithPlans();
  const subscription_id = await buyer.buy(small.value);
  const { id: plan_stripe_id } = provider.declarePrice({ amount: 3995, nickname: 'Small' });
  const changes = { plan_stripe_id, plan_cost: 39.95, max_users: 20, plan_term: 'Yearly' };
  expect(await change(small, changes)).toEqual([200, undefined]);
  provider.advance(31);
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({
    plan: 'paid',
    plan_id: small.id,
    max_users: 10,
    plan_obj: 'Small - Monthly ( $29.95/monthly )',
  });
  expect(await buyer.history()).toHaveLength(1);
  expect(provider.totalCharged()).toBe(2 * 2995);
  const chosen = { team_id: team.id, selectedPlan: `${plan_stripe_id}|20` };
  const { body } = await server.post('/tapi/v1/preview/subscription', { token, body: chosen });
  const { due_now, currency, quoted_at } = body.data;
  await server.post('/tapi/v1/change/subscription', {
    token,
    body: { ...chosen, subscription_id, due_now, currency, quoted_at },
  });
  expect(await buyer.profile()).toMatchObject({
    plan_id: small.id,
    max_users: 20,
    plan_obj: 'Small - Yearly ( $39.95/yearly )',
  });
  expect((await buyer.history())[0]).toBe('team: The plan was changed to Small - Yearly ( $39.95/yearly ).');
});

test('plans with the same price and other numbers of users are not confused', async () => {
  const { server, provider, buyer, small, remove } = await shopWithPlans();
  const { plan_stripe_id, plan_cost_cents } = small;
  const twin = { plan_stripe_id, plan_cost_cents, max_users: 50 };
  await buyer.secret(small.value);
  expect(await remove(await buildPlan(server.db, twin))).toEqual(DELETED);
  await buildPlan(server.db, twin);
  await buyer.secret(`${plan_stripe_id}|50`);
  let outcome: unknown = null;
  provider.behave(async ({ at, method, path }) => {
    if (at === 'request' && method === 'GET' && path.startsWith('/v1/prices/')) outcome = await remove(small);
  });
  const { status, body } = await buyer.start({ selectedPlan: small.value });
  expect([status, body.errors, outcome]).toEqual([409, [{ msg: GONE, field: 'selectedPlan' }], DELETED]);
});
