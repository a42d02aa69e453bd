import type { Stripe } from 'stripe';
import { planOf } from '../resources/prices.ts';
import { listOf, type State } from '../state.ts';

type SubscriptionParts = {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  period: { start: number; end: number };
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  paymentSettings: Stripe.Subscription.PaymentSettings | null;
  description: string | null;
  metadata: Record<string, string>;
};

/** A new subscription with one item, not stored yet. */
export function subscriptionObject(state: State, parts: SubscriptionParts): Stripe.Subscription {
  const { customer, price, quantity, period, trialEnd } = parts;
  const id = state.id('sub');
  const item: Stripe.SubscriptionItem = {
    id: state.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: state.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: state.now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: parts.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: parts.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: state.livemode,
    managed_payments: { enabled: false },
    metadata: parts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: parts.paymentSettings ?? {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: state.now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : state.now,
  };
}
