import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { known, page, type Route } from '../http/routes.ts';
import { get, idOf, type State } from '../state.ts';

/** The payment of a finalized invoice. */
export function createPaymentIntent(state: State, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = state.id('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${state.id('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: state.now,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    customer_account: null,
    description: 'Subscription',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: state.livemode,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  state.paymentIntents.set(id, intent);
  publish(state, 'payment_intent.created', intent);
  return intent;
}

export const paymentIntentRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: known<Stripe.PaymentIntentRetrieveParams>('client_secret'),
    run: ({ state, id }) => get(state.paymentIntents, id, 'payment_intent'),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    params: known<Stripe.PaymentIntentListParams>('customer'),
    run({ state, params }) {
      const customer = params.text('customer');
      const found = [...state.paymentIntents.values()].filter(
        (intent) => customer === undefined || intent.customer === customer,
      );
      return page(found, params, '/v1/payment_intents');
    },
  },
];
