import { expect, test } from 'vitest';
import { changeSubscription } from '../../payments/subscriptions/change-subscription.ts';
import { openShop } from '../../testing/payments/shop.ts';

async function shopWithPlans() {
  const shop = await openShop();
  const { server, adminToken, team } = shop;
  const remove = async ({ id }: { id: number }) => {
    const { status, body } = await server.post('/api/v1/delete/plan', { token: adminToken, body: { id } });
    return [status, body.msg];
  };
  const rejected = [
    409,
    `This plan can’t be deleted: a payment for it was started by Ridgeline (subscriber ${team.id}). Try again later: a payment that is not completed expires after a day.`,
  ];
  return { ...shop, remove, rejected };
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
