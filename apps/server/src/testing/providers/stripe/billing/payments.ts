import type { Stripe } from 'stripe';
import { authenticationError, cardError, type Card, type PlannedCharge } from '../cards.ts';
import { publish } from '../events.ts';
import { ProviderError, type ErrorBody } from '../http/errors.ts';
import { createCharge } from '../resources/charges.ts';
import { attach } from '../resources/payment-methods.ts';
import { follow, idOf, type State } from '../state.ts';
import { subscriptionOf } from './invoices.ts';
import { failInvoice, requireAction, settleInvoice } from './settlement.ts';

/** Charges a payment method for a payment. Returns the error of the card, or null; also if authentication is required. */
export function payIntent(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isOnSession = true, isAuthenticated = false } = {},
): ErrorBody | null {
  const invoice = invoiceOf(state, intent);
  const behavior = behaviorOf(state, {
    amount: intent.amount,
    currency: intent.currency,
    customer: idOf(intent.customer) ?? '',
    paymentMethod: method.id,
    invoice: invoice.id,
  });
  const card = behavior === 'authenticate' && isAuthenticated ? 'ok' : behavior;
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  if (card === 'authenticate') {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    publish(state, 'payment_intent.requires_action', intent);
    requireAction(state, invoice, isOnSession);
    return null;
  }
  intent.next_action = null;
  const charge = createCharge(state, intent, method, card);
  state.chargeRecords.push({
    id: charge.id,
    amount: charge.amount,
    currency: charge.currency,
    customer: idOf(charge.customer),
    invoice: invoice.id,
    status: charge.status === 'succeeded' ? 'succeeded' : 'failed',
    at: state.now,
  });
  const error = cardError(card);
  if (error) return failIntent(state, intent, method, { ...error, charge: charge.id });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  if (idOf(intent.customer) !== null) attach(state, method, idOf(intent.customer) ?? '');
  saveDefault(state, invoice, method);
  publish(state, 'charge.succeeded', charge);
  publish(state, 'payment_intent.succeeded', intent);
  settleInvoice(state, invoice);
  return null;
}

/** Records that the person failed or canceled the authentication of their bank. */
export function failAuthentication(state: State, intent: Stripe.PaymentIntent): ErrorBody {
  const method = follow(state.paymentMethods, idOf(intent.payment_method));
  return failIntent(state, intent, method, authenticationError('payment_intent'));
}

function failIntent(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: ErrorBody,
): ErrorBody {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = { ...error, payment_method: method };
  const charge = error.charge === undefined ? undefined : state.charges.get(error.charge);
  if (charge) publish(state, 'charge.failed', charge);
  publish(state, 'payment_intent.payment_failed', intent);
  failInvoice(state, invoiceOf(state, intent));
  return error;
}

function behaviorOf(state: State, charge: PlannedCharge): Card {
  return state.decideCharge(charge) ?? state.cards.get(charge.paymentMethod) ?? 'ok';
}

/** Rejects a card that would fail now, before anything is stored. */
export function rejectFailingCard(state: State, charge: Omit<PlannedCharge, 'invoice'>): void {
  const error = cardError(behaviorOf(state, { ...charge, invoice: null }));
  if (error) throw new ProviderError(402, error);
}

function saveDefault(state: State, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): void {
  const subscription = subscriptionOf(state, invoice);
  if (subscription?.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = method.id;
  }
}

/** The invoice that a payment belongs to: each payment of this provider has one. */
function invoiceOf(state: State, intent: Stripe.PaymentIntent): Stripe.Invoice {
  const payment = [...state.invoicePayments.values()].find(
    (each) => each.payment.payment_intent === intent.id,
  );
  return follow(state.invoices, idOf(payment?.invoice));
}
