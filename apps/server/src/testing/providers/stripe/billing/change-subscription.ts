import type { Stripe } from 'stripe';
import { update } from '../events.ts';
import { invalid } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { known } from '../http/routes.ts';
import { planOf, usablePrice } from '../resources/prices.ts';
import { follow, idOf, listOf, type State } from '../state.ts';
import { itemOf, planChange, PRORATION_BEHAVIORS, type ItemChange, type PlannedChange } from './changes.ts';
import { collect, finalizeInvoice, methodFor, noMethod } from './collection.ts';
import { amountsOf, createInvoice, pendingOf } from './invoices.ts';
import { createLine, type PlannedLine } from './lines.ts';
import { rejectFailingCard } from './payments.ts';
import { HOUR } from './periods.ts';
import { ownMethod, paymentSettings, scheduledCancellation, type PaymentBehavior } from './subscribe.ts';

export const UPDATE_PARAMS = known<Stripe.SubscriptionUpdateParams>(
  'cancel_at_period_end',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'proration_date',
  'trial_end',
);

const ENDED = ['canceled', 'incomplete_expired'];

/** Changes a subscription as the parameters request. Nothing changes if the call is rejected. */
export function changeSubscription(state: State, subscription: Stripe.Subscription, params: Params): void {
  const others = Object.keys(params.fields).filter((key) => !['metadata', 'expand'].includes(key));
  if (ENDED.includes(subscription.status) && others.length > 0) {
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      others[0],
      'invalid_canceled_subscription_fields',
    );
  }
  const isMoreThanCard = others.some((key) => !['default_payment_method', 'payment_settings'].includes(key));
  if (subscription.status === 'incomplete' && isMoreThanCard) {
    throw invalid(
      "An incomplete subscription's first invoice must be paid before it can be changed.",
      others[0],
    );
  }
  const fields = fieldChanges(state, subscription, params);
  const change = readItemChange(state, subscription, params);
  const planned = change && planChange(state, subscription, change);
  const behavior: PaymentBehavior =
    params.choice('payment_behavior', [
      'allow_incomplete',
      'default_incomplete',
      'error_if_incomplete',
      'pending_if_incomplete',
    ]) ?? 'allow_incomplete';
  if (change && planned) {
    applyChange(state, subscription, change, planned, fields, {
      behavior,
      isOnSession: !params.boolean('off_session'),
    });
  } else {
    update(state, subscription, fields);
  }
}

function fieldChanges(
  state: State,
  subscription: Stripe.Subscription,
  params: Params,
): Partial<Stripe.Subscription> {
  const customer = follow(state.customers, idOf(subscription.customer));
  const isCanceling = params.boolean('cancel_at_period_end');
  const trialEnd = params.text('trial_end');
  return {
    metadata: params.metadata(subscription.metadata),
    ...(params.has('description') && { description: params.text('description') || null }),
    ...(params.has('default_payment_method') && {
      default_payment_method: ownMethod(state, customer, params),
    }),
    payment_settings: paymentSettings(params) ?? subscription.payment_settings,
    ...(isCanceling === true &&
      !subscription.cancel_at_period_end &&
      scheduledCancellation(state, itemOf(subscription).current_period_end)),
    ...(isCanceling === false && {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    }),
    ...(trialEnd !== undefined && movedTrial(state, subscription, trialEnd, params)),
  };
}

/** The trial ends at another time: the next period starts then. `now` ends it with the next step of the clock. */
function movedTrial(
  state: State,
  subscription: Stripe.Subscription,
  value: string,
  params: Params,
): Partial<Stripe.Subscription> {
  if (subscription.status !== 'trialing') {
    throw invalid('The simulated payment provider changes trial_end only during a trial.', 'trial_end');
  }
  const end = value === 'now' ? state.now : (params.integer('trial_end') ?? state.now);
  const item = { ...itemOf(subscription), current_period_end: end };
  return {
    trial_end: end,
    billing_cycle_anchor: end,
    items: listOf([item], subscription.items.url),
    ...(subscription.cancel_at_period_end && { cancel_at: end }),
  };
}

/** The change of price or quantity that the parameters request, or null. */
export function readItemChange(
  state: State,
  subscription: Stripe.Subscription,
  params: Params,
): ItemChange | null {
  const [changed, second] = params.objects('items');
  const behavior = params.choice('proration_behavior', PRORATION_BEHAVIORS) ?? 'create_prorations';
  const prorationDate = params.integer('proration_date');
  if (!changed) return null;
  if (second) throw invalid('The simulated payment provider supports one item.', 'items');
  changed.only('id', 'price', 'quantity');
  const item = itemOf(subscription);
  const id = changed.text('id');
  if (id === undefined) {
    // The real provider would add a second item, and charge for both.
    throw invalid('Without an id this would add a second item to the subscription.', changed.name('id'));
  }
  if (id !== item.id)
    throw invalid(`No such subscription item: '${id}'`, changed.name('id'), 'resource_missing');
  const price = changed.text('price');
  return {
    price: price === undefined ? item.price : usablePrice(state, price, changed.name('price')),
    quantity: changed.integer('quantity') ?? item.quantity ?? 1,
    behavior,
    prorationDate,
  };
}

type PaymentOptions = { behavior: PaymentBehavior; isOnSession: boolean };

function applyChange(
  state: State,
  subscription: Stripe.Subscription,
  change: ItemChange,
  planned: PlannedChange,
  fields: Partial<Stripe.Subscription>,
  { behavior, isOnSession }: PaymentOptions,
): void {
  const item = itemOf(subscription);
  const changed: Stripe.SubscriptionItem = {
    ...item,
    price: change.price,
    plan: planOf(change.price),
    quantity: change.quantity,
    ...(planned.period && {
      current_period_start: planned.period.start,
      current_period_end: planned.period.end,
    }),
  };
  const applied: Partial<Stripe.Subscription> = {
    ...fields,
    items: listOf([changed], subscription.items.url),
    ...(planned.period && { billing_cycle_anchor: planned.period.start }),
  };
  if (!planned.isInvoicedNow) {
    const of = { subscription: subscription.id, item: item.id };
    for (const line of planned.lines) {
      state.pendingItems.push({ subscription: subscription.id, line: createLine(state, line, of) });
    }
    update(state, subscription, applied);
    return;
  }
  if (behavior === 'error_if_incomplete') rejectIfUnpayable(state, subscription, planned.lines);
  if (behavior === 'pending_if_incomplete') {
    subscription.pending_update = {
      billing_cycle_anchor: planned.period?.start ?? null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: state.now + 23 * HOUR,
      metadata: null,
      subscription_items: [changed],
      trial_end: null,
      trial_from_plan: null,
    };
  } else {
    update(state, subscription, applied);
  }
  const invoice = createInvoice(state, subscription, 'subscription_update', planned.lines);
  finalizeInvoice(state, invoice);
  if (invoice.status !== 'open') return;
  if (behavior === 'default_incomplete') update(state, subscription, { status: 'past_due' });
  else collect(state, invoice, { isOnSession });
}

function rejectIfUnpayable(state: State, subscription: Stripe.Subscription, lines: PlannedLine[]): void {
  const customer = follow(state.customers, idOf(subscription.customer));
  const total = [...lines, ...pendingOf(state, subscription)].reduce((sum, { amount }) => sum + amount, 0);
  const { due: amount } = amountsOf(total, customer.balance);
  if (amount === 0) return;
  const method = methodFor(state, subscription.default_payment_method, customer);
  if (!method) throw noMethod();
  const { currency } = subscription;
  rejectFailingCard(state, { amount, currency, customer: customer.id, paymentMethod: method.id });
}
