import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { openLog } from '../src/http/logging/log.ts';
import { reconcilePayments } from '../src/payments/reconcile.ts';
import { isCurrent, reported } from '../src/payments/subscriptions/subscription-state.ts';
import { openShop } from '../src/testing/payments/shop.ts';
import type { Card } from '../src/testing/providers/stripe/cards.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/**
 * Random sequences of purchases, changes, cancellations, undos and stops, with lost responses and lost, duplicate and
 * late events: after the reconciliation our rows equal the provider's, and the total charged is what was agreed.
 */

const NIGHTLY = process.env['NIGHTLY_SEQUENCES'];
/** A sequence takes about half a second, so the nightly run has fewer of them than of calls. */
const USUAL = TEST_LENGTH === 'short' ? 8 : 25;
const SEQUENCES = NIGHTLY === undefined ? USUAL : Math.ceil(Number(NIGHTLY) / 20);
const TIMEOUT = NIGHTLY === undefined ? 240_000 : 7_200_000;
const DAY = 86_400_000;

type Step =
  | { do: 'buy'; plan: 'small' | 'large'; card: Card }
  | { do: 'leave'; plan: 'small' | 'large' }
  | { do: 'change'; plan: 'small' | 'large'; card: Card }
  | { do: 'cancel' | 'resume' | 'stop' | 'finish' | 'reconcile' }
  | { do: 'advance'; days: number; card: Card }
  | { do: 'fault'; at: 'request' | 'accepted' }
  | { do: 'events'; kept: number; repeated: boolean; reversed: boolean };

const plan = fc.constantFrom('small' as const, 'large' as const);
const card = fc.constantFrom<Card>('ok', 'ok', 'ok', 'declined', 'authenticate');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('buy' as const), plan, card }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), plan }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), plan, card }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'cancel' as const,
        'resume' as const,
        'stop' as const,
        'finish' as const,
        'reconcile' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      days: fc.integer({ min: 1, max: 40 }),
      card,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fault' as const), at: fc.constantFrom('request', 'accepted') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('events' as const),
      kept: fc.integer({ min: 0, max: 4 }),
      repeated: fc.boolean(),
      reversed: fc.boolean(),
    }),
  },
);

/** One subscriber who makes the steps, and what it agreed to pay. */
async function runSequence(steps: readonly Step[]): Promise<void> {
  const shop = await openShop();
  const { provider, server, service, buyer, token, team } = shop;
  const hook = `${server.url}/hooks/stripe`;
  const log = openLog('silent');
  /** In the currency's smallest unit, without renewals. */
  let agreed = 0;
  let runs = 0;

  const customer = async () =>
    (await server.db.selectFrom('payment_customer').select('customer_id').executeTakeFirst())?.customer_id ??
    '';
  const subscriptions = () => [...provider.state.subscriptions.values()];
  const current = () => subscriptions().filter(({ status }) => isCurrent(status));
  const priceNow = () => current()[0]?.items.data[0]?.price.id;
  const preview = (selectedPlan: string) =>
    server.post('/tapi/v1/preview/subscription', { token, body: { team_id: team.id, selectedPlan } });
  const call = async (path: 'change' | 'cancel' | 'resume' | 'stop', more: object = {}) => {
    const { subscription_id } = await buyer.profile();
    const body = { team_id: team.id, subscription_id: subscription_id ?? 'sub_none', ...more };
    const response = await server.post(`/tapi/v1/${path}/subscription`, { token, body });
    expect(response.status).not.toBe(400);
    return response;
  };
  const reconcile = () => {
    runs += 1;
    return reconcilePayments(service, log, { now: new Date(Date.now() + runs * 2 * DAY) });
  };

  async function buy(chosen: 'small' | 'large', withCard: Card): Promise<void> {
    const { status, body } = await buyer.start({ selectedPlan: shop[chosen].value });
    if (status !== 200 || body.data.state !== 'payable') return;
    const secret: string = body.data.client_secret;
    let { paymentIntent } = provider.confirmCard(secret, withCard);
    if (paymentIntent?.status === 'requires_action')
      ({ paymentIntent } = provider.authenticate(secret, true));
    if (paymentIntent?.status === 'succeeded') {
      // The price of the plan, less the credit of an earlier change to a smaller plan.
      const invoice = [...provider.state.invoices.values()].at(-1);
      expect(invoice?.total).toBe(shop[chosen].plan_cost_cents);
      expect(paymentIntent.amount).toBe(invoice?.amount_due);
      agreed += paymentIntent.amount;
    }
    await server.post('/tapi/v1/finish/purchase', { token, body: {} });
  }

  async function change(chosen: 'small' | 'large', withCard: Card): Promise<void> {
    const selectedPlan = shop[chosen].value;
    const { status, body } = await preview(selectedPlan);
    if (status !== 200) return;
    const { due_now, currency, quoted_at } = body.data;
    const before = priceNow();
    provider.decideCharges(() => withCard);
    const changed = await call('change', { selectedPlan, due_now, currency, quoted_at });
    provider.decideCharges();
    const secret = changed.body.data?.client_secret;
    if (secret) provider.authenticate(secret, true);
    if (before !== priceNow()) agreed += due_now;
  }

  async function deliver({ kept, repeated, reversed }: Extract<Step, { do: 'events' }>): Promise<void> {
    await provider.deliverNew(hook, (events) => {
      const chosen = events.filter((_, number) => number % 4 < kept);
      const all = repeated ? [...chosen, ...chosen] : chosen;
      return reversed ? all.toReversed() : all;
    });
  }

  for (const one of steps) {
    if (one.do === 'buy') await buy(one.plan, one.card);
    else if (one.do === 'leave') await buyer.start({ selectedPlan: shop[one.plan].value });
    else if (one.do === 'change') await change(one.plan, one.card);
    else if (one.do === 'finish') await server.post('/tapi/v1/finish/purchase', { token, body: {} });
    else if (one.do === 'reconcile') await reconcile();
    else if (one.do === 'advance') {
      provider.decideCharges(() => one.card);
      provider.advance(one.days);
      provider.decideCharges();
    } else if (one.do === 'events') await deliver(one);
    else if (one.do === 'fault') {
      provider.behave(({ at, method }) => (at === one.at && method === 'POST' ? 'cut' : undefined));
      await call('cancel');
      await buyer.start();
      provider.behave();
    } else await call(one.do);
    // Never two subscriptions, at any moment.
    expect(current().length).toBeLessThanOrEqual(1);
  }

  await reconcile();
  await reconcile();
  const [held] = current();
  const profile = await buyer.profile();
  const heldPlan = [shop.small, shop.large].find(
    (row) => row.plan_stripe_id === held?.items.data[0]?.price.id,
  );
  expect(profile).toMatchObject({
    plan: held ? 'paid' : 'free',
    subscription_id: held?.id ?? null,
    max_users: heldPlan?.max_users ?? 10,
  });
  const rows = await server.db.selectFrom('subscription').selectAll().orderBy('id').execute();
  const theirs = subscriptions().toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(rows.map((row) => ({ ...row, isOverdue: row.unpaid_since !== null }))).toMatchObject(
    theirs.map((one) => reportedColumns(one)),
  );
  const invoices = await server.db
    .selectFrom('payment_invoice')
    .select(['invoice_id as id', 'status', 'amount_due', 'amount_paid', 'currency'])
    .execute();
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(invoices.toSorted(byId)).toEqual(
    [...provider.state.invoices.values()]
      .map(({ id, status, amount_due, amount_paid, currency }) => ({
        id,
        status,
        amount_due,
        amount_paid,
        currency,
      }))
      .toSorted(byId),
  );
  const charged = provider.totalCharged(await customer());
  expect(charged).toBe(agreed + renewalsOf([...provider.state.invoices.values()]));
}

/** Everything that the provider reports about a subscription, and whether a payment of it is overdue. */
function reportedColumns(subscription: Stripe.Subscription) {
  const { overdueFrom, ...columns } = reported(subscription);
  return { ...columns, isOverdue: overdueFrom !== null };
}

/** What renewals charged. Each one costs the price of one term, once for a period, less the credit of the customer. */
function renewalsOf(invoices: readonly Stripe.Invoice[]): number {
  const renewals = invoices.filter(
    (one) => one.billing_reason === 'subscription_cycle' && one.status === 'paid',
  );
  const periods = renewals.map(({ parent, period_start, lines }) => [
    parent?.subscription_details?.subscription,
    period_start,
    lines.data.at(-1)?.period.start,
  ]);
  expect(new Set(periods.map((one) => JSON.stringify(one))).size).toBe(renewals.length);
  return renewals.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
}

test(
  'our rows equal the provider’s after a reconciliation, and the total charged is what was agreed',
  async () => {
    const sequence = fc.array(step, { minLength: 4, maxLength: 14 });
    await fc.assert(fc.asyncProperty(sequence, runSequence), { numRuns: SEQUENCES, endOnFailure: true });
  },
  TIMEOUT,
);
