import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { errorOf, ground, itemId } from './ground.ts';

const START = new Date('2026-04-01T00:00:00Z');

async function halfway() {
  const base = await ground({ start: START });
  const subscription = await base.purchase();
  base.provider.advance(15);
  const preview = (behavior: 'always_invoice' | 'create_prorations', price: Stripe.Price) =>
    base.stripe.invoices.createPreview({
      customer: base.customer.id,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: itemId(subscription), price: price.id }],
        proration_behavior: behavior,
        proration_date: base.provider.state.now,
      },
    });
  const change = (price: Stripe.Price, params: Stripe.SubscriptionUpdateParams = {}) =>
    base.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemId(subscription), price: price.id }],
      proration_behavior: 'always_invoice',
      ...params,
    });
  const subscribed = () => base.stripe.subscriptions.retrieve(subscription.id);
  return { ...base, subscription, preview, change, subscribed };
}

test('charges exactly the previewed amount for an upgrade', async () => {
  const { provider, stripe, small, large, preview, change } = await halfway();
  const previewed = await preview('always_invoice', large);
  // Half of the month is left: half of the new price less half of the old one.
  expect(previewed).toMatchObject({ status: 'draft', amount_due: 4998 - 1498, total: 3500 });
  expect(previewed.lines.data.map(({ amount, pricing }) => [amount, pricing?.price_details?.price])).toEqual([
    [-1498, small.id],
    [4998, large.id],
  ]);
  const before = provider.totalCharged();
  expect(await stripe.invoices.list()).toMatchObject({ data: { length: 1 } });
  const changed = await change(large, { expand: ['latest_invoice'] });
  expect(changed).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: large.id } }] },
    latest_invoice: { status: 'paid', billing_reason: 'subscription_update', amount_paid: 3500 },
  });
  expect(provider.totalCharged() - before).toBe(previewed.amount_due);
  provider.advance(16);
  expect(provider.totalCharged()).toBe(before + 3500 + 9995);
});

test('credits a downgrade, and uses the credit for the next invoice', async () => {
  const { provider, stripe, customer, small, large, change } = await halfway();
  await change(large);
  const before = provider.totalCharged();
  const changed = await change(small, { expand: ['latest_invoice'] });
  expect(changed).toMatchObject({
    latest_invoice: { status: 'paid', total: -3500, amount_due: 0, amount_paid: 0 },
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -3500 });
  provider.advance(16);
  expect(provider.totalCharged()).toBe(before);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -505 });
});

test('adds prorations to the next invoice', async () => {
  const { provider, large, preview, change } = await halfway();
  const previewed = await preview('create_prorations', large);
  expect(previewed.amount_due).toBe(3500 + 9995);
  await change(large, { proration_behavior: 'create_prorations' });
  expect(provider.totalCharged()).toBe(2995);
  provider.advance(16);
  expect(provider.totalCharged()).toBe(2995 + previewed.amount_due);
});

test('changes without prorations', async () => {
  const { provider, large, change } = await halfway();
  await change(large, { proration_behavior: 'none' });
  expect(provider.totalCharged()).toBe(2995);
  provider.advance(16);
  expect(provider.totalCharged()).toBe(2995 + 9995);
});

test('starts a new period for another interval', async () => {
  const { provider, preview, change } = await halfway();
  const yearly = provider.declarePrice({ amount: 30_000, interval: 'year' });
  const previewed = await preview('create_prorations', yearly);
  expect(previewed.amount_due).toBe(30_000 - 1498);
  const changed = await change(yearly, { proration_behavior: 'create_prorations' });
  expect(changed.items.data[0]).toMatchObject({
    current_period_end: Date.parse('2027-04-16T00:00:00Z') / 1000,
  });
  expect(provider.totalCharged()).toBe(2995 + previewed.amount_due);
});

test('keeps the old price until the change is paid, with pending_if_incomplete', async () => {
  const { provider, small, large, change, subscribed } = await halfway();
  provider.decideCharges(() => 'declined');
  expect(await change(large, { payment_behavior: 'pending_if_incomplete' })).toMatchObject({
    status: 'active',
    pending_update: { subscription_items: [{ price: { id: large.id } }] },
    items: { data: [{ price: { id: small.id } }] },
  });
  provider.advance(1);
  expect(await subscribed()).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: small.id } }] },
  });
  expect(provider.totalCharged()).toBe(2995);
  expect(provider.events().map(({ type }) => type)).toContain('customer.subscription.pending_update_expired');
});

test('applies a pending change when its invoice is paid', async () => {
  const { provider, stripe, large, change, subscribed } = await halfway();
  provider.decideCharges(() => 'authenticate');
  const changed = await change(large, {
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const { latest_invoice: invoice } = changed;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  expect(provider.authenticate(secret ?? '', true).error).toBeUndefined();
  expect(await subscribed()).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: large.id } }] },
  });
  expect(provider.totalCharged()).toBe(2995 + 3500);
  expect(await stripe.invoices.list({ status: 'open' })).toMatchObject({ data: [] });
});

test('changes nothing if the card fails, with error_if_incomplete; is past due otherwise', async () => {
  const { provider, small, large, change, subscribed } = await halfway();
  provider.decideCharges(() => 'declined');
  const rejected = await errorOf(change(large, { payment_behavior: 'error_if_incomplete' }));
  expect(rejected).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect(await subscribed()).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: small.id } }] },
  });
  await change(large);
  expect(await subscribed()).toMatchObject({
    status: 'past_due',
    items: { data: [{ price: { id: large.id } }] },
  });
});

test('cancels immediately, with or without a credit', async () => {
  const { provider, stripe, customer, subscription } = await halfway();
  const canceled = await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
  expect(canceled).toMatchObject({ status: 'canceled', ended_at: provider.state.now });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1498 });
  expect(await errorOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ statusCode: 404 });
  expect(
    await errorOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })),
  ).toMatchObject({
    code: 'invalid_canceled_subscription_fields',
  });
  provider.advance(60);
  expect(provider.totalCharged()).toBe(2995);
});

test('rejects a change without the id of the item', async () => {
  const { stripe, subscription, large } = await halfway();
  const call = stripe.subscriptions.update(subscription.id, { items: [{ price: large.id }] });
  expect(await errorOf(call)).toMatchObject({ statusCode: 400, param: 'items[0][id]' });
});

test('previews the first invoice, the renewal, and no invoice of an ending subscription', async () => {
  const { stripe, customer, large, subscription } = await halfway();
  const first = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription_details: { items: [{ price: large.id }] },
  });
  expect(first.amount_due).toBe(9995);
  const renewal = await stripe.invoices.createPreview({ subscription: subscription.id });
  expect(renewal.amount_due).toBe(2995);
  const ending = stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { cancel_at_period_end: true },
  });
  expect(await errorOf(ending)).toMatchObject({ statusCode: 404, code: 'invoice_upcoming_none' });
});
