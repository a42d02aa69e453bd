import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { invalid } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { known } from '../http/routes.ts';
import { usablePrice } from '../resources/prices.ts';
import { createSetupIntent } from '../resources/setup-intents.ts';
import { get, type State } from '../state.ts';
import { collect, finalizeInvoice, methodFor, noMethod } from './collection.ts';
import { createInvoice } from './invoices.ts';
import { periodLine, totalOf } from './lines.ts';
import { DAY, periodEnd } from './periods.ts';
import { rejectFailingCard } from './payments.ts';
import { subscriptionObject } from './subscription-object.ts';

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

export const CREATE_PARAMS = known<Stripe.SubscriptionCreateParams>(
  'cancel_at_period_end',
  'collection_method',
  'currency',
  'customer',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'trial_end',
  'trial_period_days',
);

/** Creates a subscription with its first invoice. Nothing is stored if the call is rejected. */
export function subscribe(state: State, params: Params): Stripe.Subscription {
  const customer = get(state.customers, params.required('customer'), 'customer', 'customer');
  const { price, quantity } = firstItem(state, params);
  const trialEnd = trialEndOf(state, params);
  params.choice('collection_method', ['charge_automatically']);
  const behavior: PaymentBehavior =
    params.choice('payment_behavior', ['allow_incomplete', 'default_incomplete', 'error_if_incomplete']) ??
    'allow_incomplete';
  const method = ownMethod(state, customer, params);
  const isFree = trialEnd !== null || totalOf(price, quantity) === 0;
  const charged = methodFor(state, method, customer);
  if (!isFree && behavior !== 'default_incomplete') {
    if (!charged) throw noMethod();
    if (behavior === 'error_if_incomplete') {
      const amount = totalOf(price, quantity);
      const { currency } = price;
      rejectFailingCard(state, { amount, currency, customer: customer.id, paymentMethod: charged.id });
    }
  }
  const period = { start: state.now, end: trialEnd ?? periodEnd(state.now, state.now, price) };
  const subscription = subscriptionObject(state, {
    customer: customer.id,
    price,
    quantity,
    period,
    trialEnd,
    defaultPaymentMethod: method,
    paymentSettings: paymentSettings(params),
    description: params.text('description') ?? null,
    metadata: params.metadata(),
  });
  if (params.boolean('cancel_at_period_end')) {
    Object.assign(subscription, scheduledCancellation(state, period.end));
  }
  state.subscriptions.set(subscription.id, subscription);
  const line = periodLine(price, quantity, period.start, period.end);
  const invoice = createInvoice(state, subscription, 'subscription_create', [
    trialEnd === null ? line : { ...line, amount: 0, description: 'Free trial' },
  ]);
  if (trialEnd !== null && !charged) {
    subscription.pending_setup_intent = createSetupIntent(state, { customer: customer.id }).id;
  }
  publish(state, 'customer.subscription.created', subscription);
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open' && behavior !== 'default_incomplete') {
    collect(state, invoice, { isOnSession: !(params.boolean('off_session') ?? false) });
  }
  return subscription;
}

/** The single item that a subscription of this provider has. */
function firstItem(state: State, params: Params): { price: Stripe.Price; quantity: number } {
  const [item, second] = params.objects('items');
  if (!item) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  if (second) throw invalid('The simulated payment provider supports one item.', 'items');
  item.only('price', 'quantity');
  const price = usablePrice(state, item.required('price'), item.name('price'));
  return { price, quantity: item.integer('quantity') ?? 1 };
}

function trialEndOf(state: State, params: Params): number | null {
  const days = params.integer('trial_period_days') ?? 0;
  const end = params.text('trial_end') === 'now' ? undefined : params.integer('trial_end');
  if (end !== undefined && end <= state.now) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  }
  return end ?? (days > 0 ? state.now + days * DAY : null);
}

/** The payment method of a parameter, which the customer must own. */
export function ownMethod(state: State, customer: Stripe.Customer, params: Params): string | null {
  const id = params.text('default_payment_method');
  if (id === undefined || id === '') return null;
  const method = get(state.paymentMethods, id, 'payment_method', 'default_payment_method');
  if (method.customer === customer.id) return id;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing',
  );
}

/** How the invoices of a subscription are paid; null if the parameters do not contain it. */
export function paymentSettings(params: Params): Stripe.Subscription.PaymentSettings | null {
  const settings = params.object('payment_settings');
  if (!settings) return null;
  settings.only('save_default_payment_method', 'payment_method_types');
  const types = settings.texts('payment_method_types');
  return {
    payment_method_options: null,
    payment_method_types: types.length > 0 ? types : null,
    save_default_payment_method:
      settings.choice('save_default_payment_method', ['off', 'on_subscription']) ?? 'off',
  };
}

export function scheduledCancellation(state: State, at: number): Partial<Stripe.Subscription> {
  return {
    cancel_at: at,
    cancel_at_period_end: true,
    canceled_at: state.now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  };
}
