import type { Stripe } from 'stripe';
import type { Card } from '../cards.ts';
import { publish } from '../events.ts';
import { invalid } from '../http/errors.ts';
import { known, page, type Route } from '../http/routes.ts';
import { get, type State } from '../state.ts';

const EXPIRED = { month: 1, year: 2020 };

/** Creates a card as the browser does: it belongs to no customer yet. */
export function createPaymentMethod(state: State, card: Card): Stripe.PaymentMethod {
  const { month, year } = card === 'expired' ? EXPIRED : { month: 12, year: 2040 };
  const id = state.id('pm');
  const method: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card === 'cvc' ? 'fail' : 'pass',
      },
      country: 'US',
      display_brand: 'visa',
      exp_month: month,
      exp_year: year,
      fingerprint: 'a'.repeat(16),
      funding: 'credit',
      generated_from: null,
      last4: LAST4[card],
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.now,
    customer: null,
    customer_account: null,
    livemode: state.livemode,
    metadata: {},
    type: 'card',
  };
  state.paymentMethods.set(id, method);
  state.cards.set(id, card);
  return method;
}

/** The last digits of the provider's published test cards. */
const LAST4: Record<Card, string> = {
  ok: '4242',
  declined: '0002',
  expired: '0069',
  cvc: '0127',
  authenticate: '3155',
};

export function attach(state: State, method: Stripe.PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  method.customer = customer;
  publish(state, 'payment_method.attached', method);
}

export const paymentMethodRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    run: ({ state, id }) => get(state.paymentMethods, id, 'payment_method'),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: known<Stripe.PaymentMethodListParams>('customer', 'type'),
    run: ({ state, params }) => listMethods(state, params.text('customer'), params),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: known<Stripe.CustomerListPaymentMethodsParams>('type'),
    run: ({ state, id, params }) => listMethods(state, get(state.customers, id, 'customer').id, params),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: known<Stripe.PaymentMethodAttachParams>('customer'),
    run({ state, id, params }) {
      const method = get(state.paymentMethods, id, 'payment_method');
      attach(state, method, get(state.customers, params.required('customer'), 'customer', 'customer').id);
      return method;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    run({ state, id }) {
      const method = get(state.paymentMethods, id, 'payment_method');
      const customer = method.customer;
      if (customer === null) throw invalid('The payment method you provided is not attached to a customer.');
      method.customer = null;
      publish(state, 'payment_method.detached', method, { customer });
      return method;
    },
  },
];

function listMethods(state: State, customer: string | undefined, params: Parameters<typeof page>[1]) {
  const type = params.text('type');
  const own = [...state.paymentMethods.values()].filter(
    (method) => method.customer === customer && (type === undefined || method.type === type),
  );
  return page(own, params, '/v1/payment_methods');
}
