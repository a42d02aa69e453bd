import type { Stripe } from 'stripe';
import { publish, update } from '../events.ts';
import { invalid, type ErrorBody } from '../http/errors.ts';
import { createPaymentIntent } from '../resources/payment-intents.ts';
import { follow, idOf, type State } from '../state.ts';
import { amountsOf, subscriptionOf } from './invoices.ts';
import { payIntent } from './payments.ts';
import { defaultPayment, failInvoice, settleInvoice } from './settlement.ts';

/** Finalizes a draft: it gets its number, uses the customer's balance, and is paid if nothing is due. */
export function finalizeInvoice(state: State, invoice: Stripe.Invoice): void {
  const customer = follow(state.customers, idOf(invoice.customer));
  const owed = amountsOf(invoice.total, customer.balance);
  Object.assign(invoice, {
    amount_due: owed.due,
    amount_remaining: owed.due,
    automatically_finalizes_at: null,
    effective_at: state.now,
    starting_balance: customer.balance,
    ending_balance: owed.balance,
    hosted_invoice_url: `https://invoice.stripe.com/i/acct_test/${invoice.id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/acct_test/${invoice.id}/pdf`,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    status: 'open',
  } satisfies Partial<Stripe.Invoice>);
  invoice.status_transitions.finalized_at = state.now;
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  update(state, customer, { balance: owed.balance, currency: invoice.currency });
  if (owed.due > 0) addPayment(state, invoice);
  publish(state, 'invoice.finalized', invoice);
  if (owed.due === 0) settleInvoice(state, invoice);
}

function addPayment(state: State, invoice: Stripe.Invoice): void {
  const intent = createPaymentIntent(state, invoice);
  const payment: Stripe.InvoicePayment = {
    id: state.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: state.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: state.livemode,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  state.invoicePayments.set(payment.id, payment);
  const method = defaultMethod(state, invoice);
  if (!method) return;
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
}

/** The payment of a finalized invoice. */
export function intentOf(state: State, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  return follow(state.paymentIntents, idOf(defaultPayment(state, invoice)?.payment.payment_intent));
}

/** Tries to pay an open invoice. Returns the error of the card, or null; also if authentication is required. */
export function collect(
  state: State,
  invoice: Stripe.Invoice,
  { method = defaultMethod(state, invoice), isOnSession = true } = {},
): ErrorBody | null {
  if (method) return payIntent(state, intentOf(state, invoice), method, { isOnSession });
  failInvoice(state, invoice);
  return noMethod().body;
}

/** The card that renewals charge: the subscription's, or the customer's. */
function defaultMethod(state: State, invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined {
  return methodFor(
    state,
    subscriptionOf(state, invoice)?.default_payment_method,
    follow(state.customers, idOf(invoice.customer)),
  );
}

/** The first of both that is still attached to the customer. */
export function methodFor(
  state: State,
  own: Stripe.Subscription['default_payment_method'] | undefined,
  customer: Stripe.Customer,
): Stripe.PaymentMethod | undefined {
  return [own, customer.invoice_settings.default_payment_method]
    .map((reference) => state.paymentMethods.get(idOf(reference) ?? ''))
    .find((method) => method?.customer === customer.id);
}

export const noMethod = () =>
  invalid(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    undefined,
    'resource_missing',
  );
