import type { Stripe } from 'stripe';
import { publish, update } from '../events.ts';
import { invalid } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { isInRange, known, page, type Route } from '../http/routes.ts';
import { get, type State } from '../state.ts';

const FIELDS = known<Stripe.CustomerUpdateParams>(
  'address',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
);

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    params: FIELDS,
    run({ state, params }) {
      const customer = emptyCustomer(state);
      Object.assign(customer, changesOf(state, customer, params));
      state.customers.set(customer.id, customer);
      publish(state, 'customer.created', customer);
      return customer;
    },
  },
  { method: 'GET', path: '/v1/customers/:id', run: ({ state, id }) => get(state.customers, id, 'customer') },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: FIELDS,
    run({ state, id, params }) {
      const customer = get(state.customers, id, 'customer');
      update(state, customer, changesOf(state, customer, params));
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    params: known<Stripe.CustomerListParams>('created', 'email'),
    run({ state, params }) {
      const email = params.text('email');
      const found = [...state.customers.values()].filter(
        (customer) =>
          (email === undefined || customer.email === email) && isInRange(params, 'created', customer.created),
      );
      return page(found, params, '/v1/customers');
    },
  },
];

function emptyCustomer(state: State): Stripe.Customer {
  return {
    id: state.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: state.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: 'C0FFEE',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: state.livemode,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

function changesOf(state: State, customer: Stripe.Customer, params: Params): Partial<Stripe.Customer> {
  const orNull = (key: string, stored: string | null | undefined) =>
    params.has(key) ? params.text(key) || null : (stored ?? null);
  return {
    address: params.has('address') ? addressOf(params.object('address')) : (customer.address ?? null),
    description: orNull('description', customer.description),
    email: orNull('email', customer.email),
    name: orNull('name', customer.name),
    phone: orNull('phone', customer.phone),
    metadata: params.metadata(customer.metadata),
    preferred_locales: params.has('preferred_locales')
      ? params.texts('preferred_locales')
      : (customer.preferred_locales ?? []),
    invoice_settings: invoiceSettingsOf(state, customer, params.object('invoice_settings')),
  };
}

function invoiceSettingsOf(state: State, customer: Stripe.Customer, params: Params | undefined) {
  params?.only('default_payment_method');
  const method = params?.text('default_payment_method');
  if (method === undefined) return customer.invoice_settings;
  if (method !== '') {
    const param = 'invoice_settings[default_payment_method]';
    if (get(state.paymentMethods, method, 'payment_method', param).customer !== customer.id) {
      throw invalid(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        param,
        'resource_missing',
      );
    }
  }
  return { ...customer.invoice_settings, default_payment_method: method || null };
}

function addressOf(params: Params | undefined): Stripe.Address | null {
  if (!params) return null;
  params.only('city', 'country', 'line1', 'line2', 'postal_code', 'state');
  const part = (key: string) => params.text(key) || null;
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  };
}
