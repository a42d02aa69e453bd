import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { known, page, type Route } from '../http/routes.ts';
import { get, type State } from '../state.ts';

/** The cardholder disputes a charge at their bank. */
export function openDispute(state: State, charge: Stripe.Charge, reason = 'fraudulent'): Stripe.Dispute {
  const dispute: Stripe.Dispute = {
    id: state.id('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: state.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: state.livemode,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  publish(state, 'charge.dispute.created', dispute);
  publish(state, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(state: State, dispute: Stripe.Dispute, status: 'won' | 'lost'): void {
  dispute.status = status;
  if (status === 'won') publish(state, 'charge.dispute.funds_reinstated', dispute);
  publish(state, 'charge.dispute.closed', dispute);
}

export const disputeRoutes: Route[] = [
  { method: 'GET', path: '/v1/disputes/:id', run: ({ state, id }) => get(state.disputes, id, 'dispute') },
  {
    method: 'GET',
    path: '/v1/disputes',
    params: known<Stripe.DisputeListParams>('charge'),
    run({ state, params }) {
      const charge = params.text('charge');
      const found = [...state.disputes.values()].filter(
        (each) => charge === undefined || each.charge === charge,
      );
      return page(found, params, '/v1/disputes');
    },
  },
];

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
