import { expect, test } from 'vitest';
import { errorOf, ground } from './ground.ts';
import { idOf } from './state.ts';

test('activates a subscription when its first invoice is paid', async () => {
  const { provider, stripe, customer, small, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase({ metadata: { team: '7' } });
  expect(subscription).toMatchObject({
    status: 'incomplete',
    metadata: { team: '7' },
    items: { data: [{ price: { id: small.id, unit_amount: 2995 } }] },
    latest_invoice: { status: 'open', amount_due: 2995, amount_paid: 0, currency: 'usd' },
  });
  expect(provider.totalCharged()).toBe(0);

  expect(provider.confirmCard(secret, 'ok').paymentIntent).toMatchObject({
    status: 'succeeded',
    amount: 2995,
  });
  const active = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments', 'default_payment_method'],
  });
  expect(active).toMatchObject({
    status: 'active',
    default_payment_method: { card: { last4: '4242', brand: 'visa' }, customer: customer.id },
    latest_invoice: {
      status: 'paid',
      amount_paid: 2995,
      number: expect.stringMatching(/-0001$/),
      hosted_invoice_url: expect.stringMatching(/^https:/),
      invoice_pdf: expect.stringMatching(/pdf$/),
      parent: { subscription_details: { subscription: subscription.id, metadata: { team: '7' } } },
      payments: { data: [{ status: 'paid', amount_paid: 2995 }] },
    },
  });
  expect(provider.state.chargeRecords).toMatchObject([
    { amount: 2995, currency: 'usd', customer: customer.id, status: 'succeeded' },
  ]);
  expect(provider.events().map(({ type }) => type)).toEqual([
    'customer.created',
    'invoice.created',
    'customer.subscription.created',
    'customer.updated',
    'payment_intent.created',
    'invoice.finalized',
    'payment_method.attached',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ]);
});

test.each([
  ['declined', 'card_declined', 'generic_decline'],
  ['expired', 'expired_card', 'expired_card'],
  ['cvc', 'incorrect_cvc', 'incorrect_cvc'],
] as const)('rejects a card that is %s, and accepts another one', async (card, code, decline_code) => {
  const { provider, stripe, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase();
  expect(provider.confirmCard(secret, card).error).toMatchObject({
    type: 'card_error',
    code,
    decline_code,
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
  });
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'incomplete',
    // The first payment is not retried automatically.
    latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: null },
  });
  expect(provider.confirmCard(secret, 'ok').error).toBeUndefined();
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect(provider.totalCharged()).toBe(2995);
  expect(provider.state.chargeRecords.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('charges after the authentication that the bank requires', async () => {
  const { provider, stripe, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase();
  expect(provider.confirmCard(secret, 'authenticate').paymentIntent).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  });
  expect(provider.totalCharged()).toBe(0);
  expect(provider.authenticate(secret, true).paymentIntent?.status).toBe('succeeded');
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect(provider.totalCharged()).toBe(2995);
});

test('charges nothing after a failed authentication', async () => {
  const { provider, stripe, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase();
  provider.confirmCard(secret, 'authenticate');
  expect(provider.authenticate(secret, false).error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
  expect(provider.totalCharged()).toBe(0);
});

test('does not charge a paid invoice again', async () => {
  const { provider, stripe, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase();
  provider.confirmCard(secret, 'ok');
  expect(provider.confirmCard(secret, 'ok').error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription.id);
  expect(await errorOf(stripe.invoices.pay(idOf(invoice) ?? ''))).toMatchObject({ statusCode: 400 });
  expect(provider.totalCharged()).toBe(2995);
});

test('expires an unpaid subscription after 23 hours', async () => {
  const { provider, stripe, startPurchase } = await ground();
  const { subscription, secret } = await startPurchase();
  provider.advance(22 / 24);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
  provider.advance(1 / 24);
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  });
  expect(provider.confirmCard(secret, 'ok').error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  expect(provider.totalCharged()).toBe(0);
});

test('charges a stored card immediately, and rejects a customer without one', async () => {
  const { provider, stripe, customer, small } = await ground();
  const params = { customer: customer.id, items: [{ price: small.id }] };
  expect(await errorOf(stripe.subscriptions.create(params))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
  });
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
  });
  const method = provider.confirmSetup(setup.client_secret ?? '', 'ok').setupIntent?.payment_method;
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: idOf(method) ?? '' },
  });
  expect((await stripe.subscriptions.create(params)).status).toBe('active');
  expect(provider.totalCharged(customer.id)).toBe(2995);
});

test('stores nothing if a subscription must not stay incomplete', async () => {
  const { provider, stripe, customer, small } = await ground();
  const card = await stripe.paymentMethods.attach(provider.createCard('declined').id, {
    customer: customer.id,
  });
  const call = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    default_payment_method: card.id,
    payment_behavior: 'error_if_incomplete',
  });
  expect(await errorOf(call)).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
});
