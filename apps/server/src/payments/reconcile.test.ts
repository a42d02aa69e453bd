import { pino } from 'pino';
import { expect, test } from 'vitest';
import { abandonMany, openShop } from '../testing/payments/shop.ts';
import { reconcilePayments } from './reconcile.ts';

/** A log that keeps its lines. */
function keptLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

const DAY = 86_400_000;
const tomorrow = (days = 1) => new Date(Date.now() + days * DAY + 60_000);

test('lost events are made up for once a day, and what was fixed is logged', async () => {
  const { provider, buyer, service } = await openShop();
  const { log, lines } = keptLog();
  provider.confirmCard(await buyer.secret(), 'ok');
  expect(await reconcilePayments(service, log)).toEqual({ compared: 1, fixed: 2 });
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
  expect(await buyer.history()).toEqual(['team: Subscribed to Small - Monthly ( $29.95/monthly ).']);
  expect(lines).toMatchObject([
    {
      msg: 'a subscription differed from the payment provider',
      changes: ['Subscribed to Small - Monthly ( $29.95/monthly ).'],
    },
    { msg: 'invoices differed from the payment provider', invoices: [expect.stringMatching(/^in_/)] },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ridgeline');
  expect(await reconcilePayments(service, log)).toEqual({ compared: 0, fixed: 0 });
  expect(await reconcilePayments(service, log, { now: tomorrow() })).toEqual({ compared: 1, fixed: 0 });
});

test('what the provider’s console changed while this server was stopped is stored', async () => {
  const { buyer, service, large } = await openShop();
  const id = await buyer.buy();
  const stripe = await service.open();
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  await stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: large.plan_stripe_id }] });
  await reconcilePayments(service, keptLog().log);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50 });
  await stripe.subscriptions.cancel(id);
  await reconcilePayments(service, keptLog().log, { now: tomorrow() });
  expect(await buyer.profile()).toMatchObject({ plan: 'free', max_users: 10 });
});

test('our rows are corrected where they differ from the provider', async () => {
  const { server, buyer, service } = await openShop();
  await buyer.buy();
  await server.db
    .updateTable('subscription')
    .set({ status: 'canceled', amount: 1, cancel_at_period_end: 1 })
    .execute();
  await reconcilePayments(service, keptLog().log);
  expect(await server.db.selectFrom('subscription').selectAll().executeTakeFirst()).toMatchObject({
    status: 'active',
    amount: 2995,
    currency: 'usd',
    term_unit: 'month',
    term_count: 1,
    cancel_at_period_end: 0,
  });
});

test('a purchase that was left is ended after a day, and can no longer be paid', async () => {
  const { provider, buyer, service } = await openShop();
  const secret = await buyer.secret();
  const { log, lines } = keptLog();
  await reconcilePayments(service, log);
  expect(await buyer.finish()).toBe('unpaid');
  await reconcilePayments(service, log, { now: tomorrow() });
  expect(await buyer.finish()).toBe('none');
  expect(provider.confirmCard(secret, 'ok').error).toBeDefined();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'invoices differed from the payment provider',
    'an interrupted payment request was settled',
    'invoices differed from the payment provider',
  ]);
});

test('a second subscription, which only the provider’s console can create, is reported and changes nothing', async () => {
  const { server, buyer, service, large, subscribeElsewhere } = await openShop();
  const first = await buyer.buy();
  await subscribeElsewhere(large);
  const { log, lines } = keptLog();
  await reconcilePayments(service, log);
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 10, subscription_id: first });
  expect(lines.map(({ msg }) => msg)).toEqual([
    'a subscriber has two subscriptions',
    'invoices differed from the payment provider',
  ]);
  // It is stored by now, and reported until somebody ends one.
  lines.length = 0;
  await reconcilePayments(service, log, { now: tomorrow() });
  expect(lines.map(({ msg }) => msg)).toEqual(['a subscriber has two subscriptions']);
  expect(await server.db.selectFrom('subscription').selectAll().execute()).toHaveLength(2);
});

test('a blocked account that is still charged is reported until somebody decides', async () => {
  const { server, buyer, service, team } = await openShop();
  const id = await buyer.buy();
  await server.db.updateTable('team').set({ status: 0 }).where('id', '=', team.id).execute();
  const { log, lines } = keptLog();
  await reconcilePayments(service, log);
  lines.length = 0;
  await reconcilePayments(service, log, { now: tomorrow() });
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'a blocked account is charged: cancel its subscriptions in the provider’s console, or unblock it',
      subscriber: team.id,
      subscriptions: [id],
    },
  ]);
  lines.length = 0;
  await (await service.open()).subscriptions.update(id, { cancel_at_period_end: true });
  await reconcilePayments(service, log, { now: tomorrow(3) });
  expect(lines.map(({ msg }) => msg)).toEqual(['a subscription differed from the payment provider']);
});

test('a comparison reads a limited number of subscriptions after many abandoned purchases', async () => {
  const { provider, buyer, service, small, large } = await openShop();
  const abandoned = (await buyer.start({ selectedPlan: small.value })).body.data.subscription_id;
  await buyer.buy(large.value);
  await reconcilePayments(service, keptLog().log);
  abandonMany(provider, abandoned);
  const from = provider.calls.length;
  await reconcilePayments(service, keptLog().log, { now: tomorrow() });
  const lists = provider.calls.slice(from).filter(({ path }) => path === '/v1/subscriptions');
  // The newest 100, and the current ones by state.
  expect(lists).toHaveLength(6);
  expect(lists.reduce((sum, { listed }) => sum + listed, 0)).toBe(101);
});

test('a subscriber that was left without the plan that it pays gets it back, and that is logged', async () => {
  const { buyer, service, large, small, subscribeElsewhere, hook, provider } = await openShop();
  const first = await buyer.buy(small.value);
  const second = await subscribeElsewhere(large);
  await provider.deliverNew(hook);
  await (await service.open()).subscriptions.cancel(first);
  // The process ends after the end of the first one is stored, and no event follows.
  provider.behave(({ at, path }) => (at === 'request' && path === '/v1/subscriptions' ? 'cut' : undefined));
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ plan: 'free' });
  provider.behave();
  const { log, lines } = keptLog();
  await reconcilePayments(service, log, { now: tomorrow() });
  expect(await buyer.profile()).toMatchObject({ plan: 'paid', max_users: 50, subscription_id: second });
  expect(lines[0]).toMatchObject({
    msg: 'a subscription differed from the payment provider',
    subscription: second,
    differing: ['plan'],
  });
});

test('without keys, and with keys of another account, no subscriber loses its plan', async () => {
  const { provider, server, buyer, service } = await openShop();
  await buyer.buy();
  const save = (value: string) =>
    server.db
      .updateTable('config')
      .set({ config_value: value })
      .where('config_key', '=', 'payment_secret_key')
      .execute();
  await save('');
  expect(await reconcilePayments(service, keptLog().log)).toEqual({ compared: 0, fixed: 0 });
  await save(`sk_test_${'8'.repeat(24)}`);
  const { log, lines } = keptLog();
  expect(await reconcilePayments(service, log)).toEqual({ compared: 1, fixed: 0 });
  expect(lines.map(({ msg }) => msg)).toEqual(['a customer could not be compared']);
  provider.state.subscriptions.clear();
  await save(provider.secretKey);
  await reconcilePayments(service, keptLog().log, { now: tomorrow() });
  expect(await buyer.profile()).toMatchObject({ plan: 'paid' });
});

test('processes that compare at the same time compare each customer once', async () => {
  const { buyer, service } = await openShop();
  await buyer.buy();
  const runs = await Promise.all([1, 2, 3].map(() => reconcilePayments(service, keptLog().log)));
  expect(runs.reduce((sum, { compared }) => sum + compared, 0)).toBe(1);
});
