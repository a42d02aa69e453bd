import { expect, test } from 'vitest';
import { errorOf, ground } from './ground.ts';
import { idOf } from './state.ts';

const START = new Date('2026-01-31T12:00:00Z');

test('charges the stored card each month, on the last day of shorter months', async () => {
  const { provider, stripe, purchase } = await ground({ start: START });
  const { id, items } = await purchase();
  expect(items.data[0]?.current_period_end).toBe(Date.parse('2026-02-28T12:00:00Z') / 1000);
  provider.advance(28);
  const [draft] = (await stripe.invoices.list({ subscription: id })).data;
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 2995 });
  // The provider finalizes and charges a renewal an hour later.
  provider.advance(1 / 24);
  const renewed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({ status: 'active', latest_invoice: { id: draft?.id, status: 'paid' } });
  expect(renewed.items.data[0]).toMatchObject({
    current_period_start: Date.parse('2026-02-28T12:00:00Z') / 1000,
    current_period_end: Date.parse('2026-03-31T12:00:00Z') / 1000,
  });
  provider.advance(335);
  expect(provider.totalCharged()).toBe(12 * 2995);
  expect((await stripe.invoices.list({ subscription: id, limit: 100 })).data).toHaveLength(12);
});

test('retries a declined renewal, and recovers with another card', async () => {
  const { provider, stripe, customer, purchase } = await ground({ start: START });
  const { id } = await purchase();
  provider.decideCharges(() => 'declined');
  provider.advance(29);
  const failed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(failed).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
  provider.advance(3);
  const invoice = idOf(failed.latest_invoice) ?? '';
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ attempt_count: 2, amount_remaining: 2995 });
  expect(await errorOf(stripe.invoices.pay(invoice))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  });

  provider.decideCharges();
  const setup = await stripe.setupIntents.create({ customer: customer.id });
  const method =
    idOf(provider.confirmSetup(setup.client_secret ?? '', 'ok').setupIntent?.payment_method) ?? '';
  await stripe.subscriptions.update(id, { default_payment_method: method });
  expect(await stripe.invoices.pay(invoice, { off_session: true })).toMatchObject({ status: 'paid' });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  expect(provider.totalCharged()).toBe(2 * 2995);
  expect(provider.events().filter(({ type }) => type === 'invoice.payment_failed')).toHaveLength(3);
});

test.each(['canceled', 'unpaid', 'past_due'] as const)('is %s after the last retry', async (afterRetries) => {
  const { provider, stripe, purchase } = await ground({ start: START, afterRetries });
  const { id } = await purchase();
  provider.decideCharges(() => 'expired');
  provider.advance(44);
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(subscription).toMatchObject({
    status: afterRetries,
    latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
  });
  expect(subscription.cancellation_details?.reason ?? null).toBe(
    afterRetries === 'canceled' ? 'payment_failed' : null,
  );
  expect(provider.totalCharged()).toBe(2995);
});

test('requests authentication for a renewal, and is paid after it', async () => {
  const { provider, stripe, purchase } = await ground({ start: START });
  const { id } = await purchase();
  provider.decideCharges(() => 'authenticate');
  provider.advance(29);
  const waiting = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.confirmation_secret'] });
  expect(waiting.status).toBe('past_due');
  const { latest_invoice: invoice } = waiting;
  expect(await errorOf(stripe.invoices.pay(idOf(invoice) ?? ''))).toMatchObject({
    code: 'invoice_payment_intent_requires_action',
  });
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  provider.authenticate(secret ?? '', true);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('cancels at the end of the period, unless that is undone', async () => {
  const { provider, stripe, purchase } = await ground({ start: START });
  const { id } = await purchase();
  const scheduled = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  const end = scheduled.items.data[0]?.current_period_end;
  expect(scheduled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });
  expect(provider.events().at(-1)).toMatchObject({
    type: 'customer.subscription.updated',
    data: { previous_attributes: { cancel_at_period_end: false, cancel_at: null } },
  });
  const undone = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(undone).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  provider.advance(29);
  expect(provider.totalCharged()).toBe(2 * 2995);

  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  provider.advance(31);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect(provider.totalCharged()).toBe(2 * 2995);
  expect(provider.events().at(-1)?.type).toBe('customer.subscription.deleted');
});

test('announces the end of a trial, and charges then', async () => {
  const { provider, stripe, customer, startPurchase } = await ground({ start: START });
  const { subscription } = await startPurchase({ trial_period_days: 14, expand: ['pending_setup_intent'] });
  expect(subscription).toMatchObject({
    status: 'trialing',
    pending_setup_intent: { status: 'requires_payment_method' },
  });
  const setup = subscription.pending_setup_intent;
  const secret = typeof setup === 'object' ? setup?.client_secret : null;
  const { setupIntent } = provider.confirmSetup(secret ?? '', 'ok');
  const method = idOf(setupIntent?.payment_method) ?? '';
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method } });
  provider.advance(11);
  expect(provider.events().at(-1)?.type).toBe('customer.subscription.trial_will_end');
  provider.advance(3.1);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect(provider.totalCharged()).toBe(2995);
});

test('is past due after a trial without a card', async () => {
  const { provider, stripe, startPurchase } = await ground({ start: START });
  const { subscription } = await startPurchase({ trial_period_days: 14 });
  provider.advance(14.1);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
  expect(provider.totalCharged()).toBe(0);
});
