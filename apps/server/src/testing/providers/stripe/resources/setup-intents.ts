import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { invalid } from '../http/errors.ts';
import { known, type Route } from '../http/routes.ts';
import { get, type State } from '../state.ts';

export function createSetupIntent(
  state: State,
  {
    customer = null,
    metadata = {},
    usage = 'off_session',
  }: {
    customer?: string | null;
    metadata?: Record<string, string>;
    usage?: string;
  },
): Stripe.SetupIntent {
  const id = state.id('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${state.id('x').slice(2)}`,
    created: state.now,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: state.livemode,
    managed_payments: null,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage,
  };
  state.setupIntents.set(id, intent);
  publish(state, 'setup_intent.created', intent);
  return intent;
}

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params: known<Stripe.SetupIntentCreateParams>(
      'allowed_payment_method_types',
      'automatic_payment_methods',
      'customer',
      'metadata',
      'usage',
    ),
    run({ state, params }) {
      const customer = params.has('customer')
        ? get(state.customers, params.required('customer'), 'customer', 'customer').id
        : null;
      const usage = params.choice('usage', ['off_session', 'on_session']) ?? 'off_session';
      return createSetupIntent(state, { customer, metadata: params.metadata(), usage });
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: known<Stripe.SetupIntentRetrieveParams>('client_secret'),
    run: ({ state, id }) => get(state.setupIntents, id, 'setup_intent'),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: known<Stripe.SetupIntentCancelParams>('cancellation_reason'),
    run({ state, id, params }) {
      const intent = get(state.setupIntents, id, 'setup_intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw invalid(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          undefined,
          'setup_intent_unexpected_state',
        );
      }
      intent.status = 'canceled';
      intent.cancellation_reason =
        params.choice('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ?? null;
      publish(state, 'setup_intent.canceled', intent);
      return intent;
    },
  },
];
