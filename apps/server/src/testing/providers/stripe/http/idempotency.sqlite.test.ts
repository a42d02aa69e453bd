import { expect, test } from 'vitest';
import { errorOf, ground } from '../ground.ts';

const KEY = { idempotencyKey: 'attempt-1' };

test('replays the response of the first call', async () => {
  const { provider, stripe, customer, small } = await ground();
  const params = {
    customer: customer.id,
    items: [{ price: small.id }],
    payment_behavior: 'default_incomplete' as const,
  };
  const first = await stripe.subscriptions.create(params, KEY);
  provider.advance(0.5);
  const again = await stripe.subscriptions.create(params, KEY);
  expect(again).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(provider.state.subscriptions.size).toBe(1);
  // Keys are deleted after a day.
  provider.advance(0.5);
  expect((await stripe.subscriptions.create(params, KEY)).id).not.toBe(first.id);
});

test('rejects a key with other parameters, and for another call', async () => {
  const { stripe, customer } = await ground();
  await stripe.customers.create({ name: 'One' }, KEY);
  const expected = { statusCode: 400, type: 'StripeIdempotencyError' };
  expect(await errorOf(stripe.customers.create({ name: 'Two' }, KEY))).toMatchObject(expected);
  expect(await errorOf(stripe.customers.update(customer.id, { name: 'One' }, KEY))).toMatchObject(expected);
});

test('rejects a key whose first call is still in progress', async () => {
  const { provider, stripe } = await ground();
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  provider.behave(async ({ at }) => {
    if (at !== 'request') return;
    started.resolve();
    await finish.promise;
  });
  const first = stripe.customers.create({ name: 'One' }, KEY);
  await started.promise;
  expect(await errorOf(stripe.customers.create({ name: 'One' }, KEY))).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  });
  finish.resolve();
  expect((await stripe.customers.create({ name: 'One' }, KEY)).id).toBe((await first).id);
});

test('does not store an invalid call, but a rejected card', async () => {
  const { provider, stripe, customer, small } = await ground();
  expect(
    await errorOf(stripe.customers.create({ email: 'a@b.example', tax_exempt: 'none' }, KEY)),
  ).toMatchObject({
    statusCode: 400,
  });
  expect(await stripe.customers.create({ email: 'a@b.example' }, KEY)).toMatchObject({
    email: 'a@b.example',
  });
  const { id } = await stripe.paymentMethods.attach(provider.createCard('declined').id, {
    customer: customer.id,
  });
  const create = () =>
    stripe.subscriptions.create(
      {
        customer: customer.id,
        items: [{ price: small.id }],
        default_payment_method: id,
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: 'attempt-2' },
    );
  expect(await errorOf(create())).toMatchObject({ code: 'card_declined' });
  provider.decideCharges(() => 'ok');
  const replayed = await errorOf(create());
  expect(replayed).toMatchObject({ code: 'card_declined' });
  expect(replayed.headers?.['idempotent-replayed']).toBe('true');
});

test('stores a fault of the provider, but no fault in front of it', async () => {
  const { provider, stripe } = await ground();
  provider.behave(({ at }) => (at === 'request' ? { status: 503 } : undefined));
  expect(await errorOf(stripe.customers.create({ name: 'One' }, KEY))).toMatchObject({ statusCode: 503 });
  provider.behave(({ at }) => (at === 'accepted' ? { status: 500 } : undefined));
  expect(await errorOf(stripe.customers.create({ name: 'One' }, KEY))).toMatchObject({ statusCode: 500 });
  provider.behave();
  expect(await errorOf(stripe.customers.create({ name: 'One' }, KEY))).toMatchObject({ statusCode: 500 });
  expect((await stripe.customers.list()).data.filter(({ name }) => name === 'One')).toHaveLength(1);
});
