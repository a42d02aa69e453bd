import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { ground } from './ground.ts';
import { idOf } from './state.ts';
import { duplicated, shuffled } from './webhooks.ts';

/** A receiver that verifies signatures as the documentation of the provider requests. */
async function receiver(secret: string) {
  const received: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    try {
      const signature = request.headers['stripe-signature'] ?? '';
      received.push(Stripe.webhooks.constructEvent(await text(request), signature, secret));
      response.writeHead(200).end('ok');
    } catch (error) {
      response.writeHead(400).end((error as Error).name);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/stripe` };
}

test('delivers all events in order, with a signature that the client library accepts', async () => {
  const { provider, stripe, purchase } = await ground();
  const { received, url } = await receiver(provider.webhookSecret);
  await purchase();
  const deliveries = await provider.deliverNew(url);
  expect(deliveries.every(({ status }) => status === 200)).toBe(true);
  const { data } = await stripe.events.list({ limit: 100 });
  expect(received.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toReversed());
  expect(await provider.deliverNew(url)).toEqual([]);
  expect(received.find(({ type }) => type === 'customer.subscription.created')).toMatchObject({
    api_version: Stripe.API_VERSION,
    data: { object: { status: 'incomplete' } },
    request: { id: expect.stringMatching(/^req_/) },
  });
});

test('delivers duplicated, in another order, or not at all', async () => {
  const { provider, purchase } = await ground();
  const { received, url } = await receiver(provider.webhookSecret);
  await purchase();
  const ids = provider.events().map(({ id }) => id);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  await provider.deliverNew(url, (events) => shuffled(duplicated(events), random));
  const got = received.map(({ id }) => id);
  expect(got).not.toEqual(duplicated(ids));
  expect(got.toSorted()).toEqual(duplicated(ids).toSorted());
  await purchase();
  expect(await provider.deliverNew(url, () => [])).toEqual([]);
  expect(received).toHaveLength(got.length);
});

test('can sign with a wrong secret, or too early', async () => {
  const { provider } = await ground();
  const { received, url } = await receiver(provider.webhookSecret);
  const [event] = provider.events();
  if (!event) throw new Error('There is no event');
  const rejected = { status: 400, body: 'Error' };
  expect(await provider.deliver(url, event, { secret: 'whsec_other' })).toMatchObject(rejected);
  const timestamp = Math.floor(Date.now() / 1000) - 301;
  expect(await provider.deliver(url, event, { timestamp })).toMatchObject(rejected);
  expect(received).toEqual([]);
});

test('publishes refunds and disputes', async () => {
  const { provider, stripe, customer, purchase } = await ground();
  await purchase();
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const id = charge?.id ?? '';
  await stripe.refunds.create({ charge: id, amount: 995 });
  expect(await stripe.charges.retrieve(id, { expand: ['refunds'] })).toMatchObject({
    amount_refunded: 995,
    refunded: false,
    refunds: { data: [{ amount: 995, status: 'succeeded' }] },
  });
  await stripe.refunds.create({ payment_intent: idOf(charge?.payment_intent) ?? '' });
  expect(await stripe.charges.retrieve(id)).toMatchObject({ amount_refunded: 2995, refunded: true });
  const dispute = provider.dispute(id);
  provider.closeDispute(dispute.id, 'lost');
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost', charge: id });
  expect((await stripe.events.list({ type: 'charge.*' })).data.map(({ type }) => type)).toEqual([
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
    'charge.refunded',
    'charge.refunded',
    'charge.succeeded',
  ]);
});

test('stores a card, and publishes it', async () => {
  const { provider, stripe, customer } = await ground();
  const { client_secret: secret } = await stripe.setupIntents.create({ customer: customer.id });
  expect(provider.confirmSetup(secret ?? '', 'declined').error).toMatchObject({ code: 'card_declined' });
  expect(provider.confirmSetup(secret ?? '', 'authenticate').setupIntent?.status).toBe('requires_action');
  expect(provider.authenticateSetup(secret ?? '', true).setupIntent?.status).toBe('succeeded');
  const { data } = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
  expect(data).toMatchObject([{ card: { last4: '3155', exp_month: 12, exp_year: 2040 } }]);
  await stripe.paymentMethods.detach(data[0]?.id ?? '');
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  const types = provider.events().map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('payment_method'))).toEqual([
    'payment_method.attached',
    'payment_method.detached',
  ]);
});
