import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { errorOf, ground } from '../ground.ts';

test('accepts only its own keys', async () => {
  const { provider, stripe } = await ground();
  expect(await stripe.balance.retrieve()).toMatchObject({ object: 'balance', livemode: false });
  const wrong = new Stripe('sk_test_of-another-account', provider.client);
  expect(await errorOf(wrong.balance.retrieve())).toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  });
  const browser = new Stripe(provider.publishableKey, provider.client);
  expect(await errorOf(browser.balance.retrieve())).toMatchObject({
    statusCode: 403,
    code: 'secret_key_required',
  });
  const { id, client_secret: secret } = await stripe.setupIntents.create({});
  expect(await browser.setupIntents.retrieve(id, { client_secret: secret ?? '' })).toMatchObject({ id });
  expect(await stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' });
});

test('has live keys', async () => {
  const { provider, stripe } = await ground({ livemode: true });
  expect(provider.secretKey).toMatch(/^sk_live_/);
  expect(await stripe.balance.retrieve()).toMatchObject({ livemode: true });
});

test('names the missing, invalid and unknown parameter', async () => {
  const { stripe, customer } = await ground();
  expect(await errorOf(stripe.subscriptions.create({ items: [] }))).toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    code: 'parameter_missing',
    param: 'customer',
    requestId: expect.stringMatching(/^req_/),
  });
  expect(
    await errorOf(stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_0' }] })),
  ).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'items[0][price]' });
  expect(await errorOf(stripe.subscriptions.retrieve('sub_0'))).toMatchObject({
    statusCode: 404,
    param: 'id',
  });
  const unknown = stripe.customers.update(customer.id, { tax_exempt: 'exempt' });
  expect(await errorOf(unknown)).toMatchObject({ code: 'parameter_unknown', param: 'tax_exempt' });
});

test('decodes nested parameters, and deletes metadata with an empty value', async () => {
  const { stripe, customer } = await ground();
  const address = {
    line1: '1 Main St & Co=1',
    city: 'Ålesund',
    state: 'CA',
    postal_code: '94000',
    country: 'US',
  };
  await stripe.customers.update(customer.id, {
    address,
    metadata: { a: '1', b: '[x]' },
    preferred_locales: ['en', 'es'],
  });
  expect(await stripe.customers.update(customer.id, { metadata: { a: '' }, name: '' })).toMatchObject({
    address: { ...address, line2: null },
    metadata: { b: '[x]' },
    name: null,
    preferred_locales: ['en', 'es'],
  });
});

test('expands objects to four levels, also in lists', async () => {
  const { stripe, customer, purchase } = await ground();
  await purchase();
  const { data } = await stripe.subscriptions.list({
    customer: customer.id,
    expand: ['data.customer', 'data.latest_invoice.payments'],
  });
  expect(data).toMatchObject([
    {
      customer: { email: 'owner@ridgeline.example' },
      latest_invoice: {
        payments: { data: [{ payment: { payment_intent: expect.stringMatching(/^pi_/) } }] },
      },
    },
  ]);
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  expect(subscription?.customer).toBe(customer.id);
  const expand = (path: string) =>
    errorOf(stripe.subscriptions.retrieve(subscription?.id ?? '', { expand: [path] }));
  expect(await expand('status')).toMatchObject({ statusCode: 400, param: 'expand' });
  expect(await expand('latest_invoice.customer.default_source.a.b')).toMatchObject({ statusCode: 400 });
});

test('divides lists into pages, newest first', async () => {
  const { stripe, customer, purchase } = await ground();
  const created: string[] = [];
  for (let count = 0; count < 5; count += 1) created.unshift((await purchase()).id);
  const first = await stripe.subscriptions.list({ customer: customer.id, limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
  expect(first.has_more).toBe(true);
  const last = await stripe.subscriptions.list({
    customer: customer.id,
    limit: 2,
    starting_after: created[3] ?? '',
  });
  expect(last).toMatchObject({ data: [{ id: created[4] }], has_more: false });
  const before = await stripe.subscriptions.list({ limit: 2, ending_before: created[4] ?? '' });
  expect(before.data.map(({ id }) => id)).toEqual(created.slice(2, 4));
  const all = await stripe.subscriptions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(created);
  await stripe.subscriptions.cancel(created[0] ?? '');
  expect((await stripe.subscriptions.list()).data).toHaveLength(4);
  expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1);
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(5);
  expect(await errorOf(stripe.subscriptions.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
});

test('lists prices, and creates them', async () => {
  const { stripe, small, large } = await ground();
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 4995,
    recurring: { interval: 'year' },
    product_data: { name: 'Yearly' },
    lookup_key: 'yearly',
  });
  expect((await stripe.prices.list({ lookup_keys: ['yearly'] })).data).toEqual([price]);
  expect(price.unit_amount_decimal?.toString()).toBe('4995');
  await stripe.prices.update(large.id, { active: false });
  const active = await stripe.prices.list({ active: true });
  expect(active.data.map(({ id }) => id)).toEqual([price.id, small.id]);
});
