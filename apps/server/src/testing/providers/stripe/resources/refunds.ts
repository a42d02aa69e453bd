import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { invalid } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { known, page, type Route } from '../http/routes.ts';
import { follow, get, idOf, type State } from '../state.ts';
import { addRefund } from './charges.ts';

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    params: known<Stripe.RefundCreateParams>('amount', 'charge', 'metadata', 'payment_intent', 'reason'),
    run: ({ state, params }) => createRefund(state, params),
  },
  { method: 'GET', path: '/v1/refunds/:id', run: ({ state, id }) => get(state.refunds, id, 'refund') },
  {
    method: 'GET',
    path: '/v1/refunds',
    params: known<Stripe.RefundListParams>('charge'),
    run({ state, params }) {
      const charge = params.text('charge');
      const found = [...state.refunds.values()].filter(
        (each) => charge === undefined || each.charge === charge,
      );
      return page(found, params, '/v1/refunds');
    },
  },
];

function createRefund(state: State, params: Params): Stripe.Refund {
  const charge = refundedCharge(state, params);
  if (charge.status !== 'succeeded')
    throw invalid('This charge did not succeed.', 'charge', 'charge_not_refundable');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = params.integer('amount') ?? left;
  if (amount < 1 || amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  const refund: Stripe.Refund = {
    id: state.id('re'),
    object: 'refund',
    amount,
    balance_transaction: state.id('txn'),
    charge: charge.id,
    created: state.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: params.metadata(),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  state.refunds.set(refund.id, refund);
  publish(state, 'refund.created', refund);
  addRefund(state, charge, amount);
  return refund;
}

function refundedCharge(state: State, params: Params): Stripe.Charge {
  const intent = params.text('payment_intent');
  if (intent === undefined) return get(state.charges, params.required('charge'), 'charge', 'charge');
  const { latest_charge: charge } = get(state.paymentIntents, intent, 'payment_intent', 'payment_intent');
  if (idOf(charge) === null)
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  return follow(state.charges, charge);
}
