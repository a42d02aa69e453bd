import type { Stripe } from 'stripe';
import type { Card } from '../cards.ts';
import { cardError } from '../cards.ts';
import { publish } from '../events.ts';
import { known, page, type Route } from '../http/routes.ts';
import { get, idOf, type State } from '../state.ts';

/** Charges a card, or records the failed attempt. */
export function createCharge(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: Card,
): Stripe.Charge {
  const error = cardError(card);
  const charge: Stripe.Charge = {
    id: state.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: error ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: error ? null : state.id('txn'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'CALLPOINT',
    captured: !error,
    created: state.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: state.livemode,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: error ? 'declined_by_network' : 'approved_by_network',
      reason: error?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: error
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: error ? 'issuer_declined' : 'authorized',
    },
    paid: !error,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', ...(method.card && { card: cardDetails(method.card) }) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: error ? null : 'https://pay.stripe.com/receipts/test',
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: error ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  state.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

function cardDetails(card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** Refunds a part of a charge. The caller has checked the amount. */
export function addRefund(state: State, charge: Stripe.Charge, amount: number): void {
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  publish(state, 'charge.refunded', charge, previous);
}

export const chargeRoutes: Route[] = [
  { method: 'GET', path: '/v1/charges/:id', run: ({ state, id }) => get(state.charges, id, 'charge') },
  {
    method: 'GET',
    path: '/v1/charges',
    params: known<Stripe.ChargeListParams>('customer', 'payment_intent'),
    run({ state, params }) {
      const [customer, intent] = [params.text('customer'), params.text('payment_intent')];
      const found = [...state.charges.values()].filter(
        (charge) =>
          (customer === undefined || charge.customer === customer) &&
          (intent === undefined || charge.payment_intent === intent),
      );
      return page(found, params, '/v1/charges');
    },
  },
];
