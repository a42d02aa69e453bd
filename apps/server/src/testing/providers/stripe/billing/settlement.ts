import type { Stripe } from 'stripe';
import { publish, update } from '../events.ts';
import { follow, idOf, type State } from '../state.ts';
import { subscriptionOf } from './invoices.ts';
import { DAY } from './periods.ts';
import { applyPendingUpdate, endSubscription } from './subscription-status.ts';

/** Days between the attempts to charge a card for the same invoice. */
const RETRY_DAYS = [3, 5, 7];

/** Marks an invoice as paid, with all that follows for its subscription. */
export function settleInvoice(state: State, invoice: Stripe.Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  if (invoice.attempt_count === 0 && invoice.amount_due > 0) invoice.attempt_count = 1;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = state.now;
  const payment = defaultPayment(state, invoice);
  if (payment) {
    payment.status = 'paid';
    payment.amount_paid = invoice.amount_paid;
    payment.status_transitions.paid_at = state.now;
    publish(state, 'invoice_payment.paid', payment);
  }
  publish(state, 'invoice.paid', invoice);
  publish(state, 'invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(state, invoice);
  if (!subscription) return;
  applyPendingUpdate(state, subscription, invoice);
  const isNewest = subscription.latest_invoice === invoice.id;
  const isRecovered = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && isNewest;
  if (isRecovered) update(state, subscription, { status: 'active' });
}

/** Records a failed attempt: the next one is planned, or the subscription changes after the last. */
export function failInvoice(state: State, invoice: Stripe.Invoice): void {
  countAttempt(state, invoice);
  publish(state, 'invoice.payment_failed', invoice);
  markPastDue(state, invoice);
}

/** The person's bank requires authentication. Without the person, that is a failed attempt too. */
export function requireAction(state: State, invoice: Stripe.Invoice, isOnSession: boolean): void {
  countAttempt(state, invoice);
  if (!isOnSession) publish(state, 'invoice.payment_failed', invoice);
  publish(state, 'invoice.payment_action_required', invoice);
  markPastDue(state, invoice);
}

/** Only the first attempt and automatic retries count: other attempts do not change the schedule. */
function countAttempt(state: State, invoice: Stripe.Invoice): void {
  const isRetry = invoice.next_payment_attempt !== null && invoice.next_payment_attempt <= state.now;
  invoice.attempted = true;
  if (invoice.attempt_count > 0 && !isRetry) return;
  invoice.attempt_count += 1;
  const subscription = subscriptionOf(state, invoice);
  // The first payment of a subscription is never retried automatically.
  const canRetry = invoice.billing_reason !== 'subscription_create' && !subscription?.pending_update;
  const days = canRetry ? RETRY_DAYS[invoice.attempt_count - 1] : undefined;
  invoice.next_payment_attempt = days === undefined ? null : state.now + days * DAY;
}

function markPastDue(state: State, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(state, invoice);
  if (!subscription || subscription.pending_update || subscription.ended_at !== null) return;
  if (subscription.status === 'active' || subscription.status === 'trialing') {
    update(state, subscription, { status: 'past_due' });
  }
  const isLast = invoice.next_payment_attempt === null && invoice.attempt_count > RETRY_DAYS.length;
  if (subscription.status !== 'past_due' || !isLast) return;
  if (state.afterRetries === 'unpaid') update(state, subscription, { status: 'unpaid' });
  if (state.afterRetries === 'canceled') endSubscription(state, subscription, 'payment_failed');
}

/** Cancels an invoice that nobody will pay, and its payment. */
export function voidInvoice(state: State, invoice: Stripe.Invoice): void {
  if (invoice.status === 'open') {
    const customer = follow(state.customers, idOf(invoice.customer));
    // The customer gets back the credit that the invoice used.
    const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
    update(state, customer, { balance: customer.balance + used });
  }
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = state.now;
  const payment = defaultPayment(state, invoice);
  const intent = state.paymentIntents.get(idOf(payment?.payment.payment_intent) ?? '');
  if (payment && intent && intent.status !== 'succeeded') {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = state.now;
    intent.status = 'canceled';
    intent.canceled_at = state.now;
    intent.cancellation_reason = 'void_invoice';
    publish(state, 'payment_intent.canceled', intent);
  }
  publish(state, 'invoice.voided', invoice);
}

export function defaultPayment(state: State, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  return [...state.invoicePayments.values()].find((each) => each.invoice === invoice.id && each.is_default);
}
