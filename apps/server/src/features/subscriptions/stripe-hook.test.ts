import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { buyerOf, openShop } from '../../testing/payments/shop.ts';
import { duplicated, shuffled } from '../../testing/providers/stripe/webhooks.ts';
import { testServer } from '../../testing/server.ts';

const REJECTED = 'This call is not signed by the payment provider.';

test('an event of a payment has the same effect as the browser’s call', async () => {
  const { provider, server, buyer } = await openShop();
  provider.confirmCard(await buyer.secret(), 'ok');
  const deliveries = await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10 });
  expect(await buyer.history()).toEqual(['team: Subscribed to Small - Monthly ( $29.95/monthly ).']);
  expect(await buyer.finish()).toBe('paid');
  expect(await buyer.history()).toHaveLength(1);
});

test('events that arrive twice and in any order change what they report once', async () => {
  const { provider, server, buyer, service } = await openShop();
  const id = await buyer.buy();
  const stripe = await service.open();
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await stripe.subscriptions.cancel(id);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  await provider.deliverNew(`${server.url}/hooks/stripe`, (events) => shuffled(duplicated(events), random));
  expect(await buyer.profile()).toMatchObject({
    plan: 'free',
    is_paid: 0,
    max_users: 10,
    subscription_id: null,
  });
  expect(await buyer.history()).toEqual([
    'system: The subscription was stopped: back on the free plan.',
    'team: Subscribed to Small - Monthly ( $29.95/monthly ).',
  ]);
});

test('what the provider’s own console changes is stored and recorded', async () => {
  const { provider, server, buyer, service, large } = await openShop();
  const id = await buyer.buy();
  const stripe = await service.open();
  const hook = `${server.url}/hooks/stripe`;
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await provider.deliverNew(hook);
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  await stripe.subscriptions.update(id, {
    cancel_at_period_end: false,
    items: [{ id: item?.id ?? '', price: large.plan_stripe_id }],
  });
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50 });
  const history = await buyer.history();
  expect(history.slice(0, 3)).toEqual([
    'system: The scheduled stop was undone: the subscription continues.',
    'system: The plan was changed to Large - Monthly ( $99.95/monthly ).',
    expect.stringMatching(/^system: The subscription was scheduled to stop on \w{3} \d+, \d{4}\.$/),
  ]);
});

test('a failed renewal, its recovery, and the end after the last attempt are recorded', async () => {
  const { provider, server, buyer } = await openShop();
  await buyer.buy();
  const hook = `${server.url}/hooks/stripe`;
  provider.decideCharges(() => 'declined');
  provider.advance(31);
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
  provider.decideCharges();
  provider.advance(3);
  await provider.deliverNew(hook);
  provider.decideCharges(() => 'declined');
  provider.advance(60);
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'free' });
  expect((await buyer.history()).toReversed().slice(1)).toEqual([
    'system: A payment failed: the subscription is overdue.',
    'system: The overdue payment was received.',
    'system: The subscription ended because its payment was overdue: back on the free plan.',
  ]);
});

test('an event that could not be stored is rejected, so that the provider sends it again', async () => {
  const { provider, server, buyer } = await openShop();
  provider.confirmCard(await buyer.secret(), 'ok');
  const event = provider.events().find(({ type }) => type === 'customer.subscription.updated');
  if (!event) throw new Error('there is no such event');
  const deliver = () => provider.deliver(`${server.url}/hooks/stripe`, event);
  provider.behave(({ at }) => (at === 'request' ? { status: 500 } : undefined));
  expect((await deliver()).status).toBe(503);
  expect(await buyer.profile()).toMatchObject({ plan: 'free' });
  provider.behave();
  expect((await deliver()).status).toBe(200);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
});

test('events without a valid signature of the present are rejected and change nothing', async () => {
  const { provider, server, buyer } = await openShop();
  provider.confirmCard(await buyer.secret(), 'ok');
  const [event] = provider.events().slice(-1);
  if (!event) throw new Error('there is no event');
  const hook = `${server.url}/hooks/stripe`;
  const [seen] = [provider.calls.length];
  const old = Math.floor(Date.now() / 1000) - 3600;
  for (const options of [{ secret: 'whsec_another' }, { timestamp: old }]) {
    const { status, body } = await provider.deliver(hook, event, options);
    expect([status, JSON.parse(body).msg]).toEqual([403, REJECTED]);
  }
  const unsigned = await server.post('/hooks/stripe', { body: event });
  expect([unsigned.status, unsigned.body.msg]).toEqual([403, REJECTED]);
  expect(provider.calls).toHaveLength(seen);
  expect(await buyer.profile()).toMatchObject({ plan: 'free' });
  const withoutSecret = await testServer();
  expect((await provider.deliver(`${withoutSecret.url}/hooks/stripe`, event)).status).toBe(403);
});

test('a body that is too large or no JSON is rejected', async () => {
  const { server } = await openShop();
  const type = 'application/json';
  const large = await server.post('/hooks/stripe', { raw: { type, body: 'x'.repeat(600 * 1024) } });
  expect(large.status).toBe(413);
  const text = await server.post('/hooks/stripe', { raw: { type: 'text/plain', body: 'x' } });
  expect(text.status).toBe(415);
});

test('events about customers of another product in the same account are accepted and ignored', async () => {
  const { provider, server, service, small } = await openShop();
  const stripe = await service.open();
  const stranger = await stripe.customers.create({ email: 'shop@elsewhere.example' });
  await stripe.subscriptions.create({
    customer: stranger.id,
    items: [{ price: small.plan_stripe_id }],
    payment_behavior: 'default_incomplete',
  });
  const deliveries = await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await server.db.selectFrom('subscription').selectAll().execute()).toEqual([]);
});

test('an event of one subscriber changes no other subscriber', async () => {
  const { provider, server, buyer, small } = await openShop();
  const other = await buildTeam(server.db);
  const theirs = buyerOf(server, provider, await server.tokenOf('team', other.id), small);
  await theirs.buy();
  provider.confirmCard(await buyer.secret(), 'declined');
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect([(await buyer.profile()).plan, (await theirs.profile()).plan]).toEqual(['free', 'paid']);
});
