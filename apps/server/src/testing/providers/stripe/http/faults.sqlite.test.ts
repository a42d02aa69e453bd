import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { errorOf, ground } from '../ground.ts';
import type { Step } from './behavior.ts';

const names = async (stripe: Stripe) => (await stripe.customers.list()).data.map(({ name }) => name);

test.each(['cut', 'hang'] as const)('loses a call before it takes effect: %s', async (fault) => {
  const { provider, stripe } = await ground();
  provider.behave(({ at, method }) => (at === 'request' && method === 'POST' ? fault : undefined));
  const error = await errorOf(stripe.customers.create({ name: 'Lost' }, { timeout: 200 }));
  expect(error.type).toBe('StripeConnectionError');
  expect(await names(stripe)).toEqual(['Ridgeline']);
});

test.each(['cut', 'hang'] as const)('loses a response after the call took effect: %s', async (fault) => {
  const { provider, stripe } = await ground();
  provider.behave(({ at, method }) => (at === 'accepted' && method === 'POST' ? fault : undefined));
  const options = { idempotencyKey: 'one', timeout: 200 };
  expect((await errorOf(stripe.customers.create({ name: 'Kept' }, options))).type).toBe(
    'StripeConnectionError',
  );
  expect(await names(stripe)).toEqual(['Kept', 'Ridgeline']);
  provider.behave();
  expect(await stripe.customers.create({ name: 'Kept' }, options)).toMatchObject({ name: 'Kept' });
  expect(await names(stripe)).toEqual(['Kept', 'Ridgeline']);
});

test('responds with a chosen status before and after a call takes effect', async () => {
  const { provider, stripe } = await ground();
  const steps: Step[] = [];
  provider.behave((step) => {
    steps.push(step);
    return {
      status: 429,
      error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' },
    };
  });
  expect(await errorOf(stripe.customers.create({ name: 'No' }))).toMatchObject({
    type: 'StripeRateLimitError',
    code: 'rate_limit',
    message: 'Slow down',
  });
  expect(steps).toEqual([{ at: 'request', method: 'POST', path: '/v1/customers', isReplay: false }]);
  provider.behave(({ at, path }) =>
    at === 'accepted' && path === '/v1/customers' ? { status: 502 } : undefined,
  );
  expect(await errorOf(stripe.customers.create({ name: 'Yes' }))).toMatchObject({ statusCode: 502 });
  provider.behave();
  expect(await names(stripe)).toEqual(['Yes', 'Ridgeline']);
});

test('the client library repeats a call with its key after a cut connection', async () => {
  const { provider, stripe } = await ground();
  let cuts = 0;
  provider.behave(({ at, method }) => {
    if (at !== 'accepted' || method !== 'POST' || cuts > 0) return undefined;
    cuts += 1;
    return 'cut';
  });
  expect(await stripe.customers.create({ name: 'Once' })).toMatchObject({ name: 'Once' });
  expect(await names(stripe)).toEqual(['Once', 'Ridgeline']);
  const posts = provider.calls.filter(({ method, form }) => method === 'POST' && form.includes('Once'));
  expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey))).toHaveLength(1);
});
