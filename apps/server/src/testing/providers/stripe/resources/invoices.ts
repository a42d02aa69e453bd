import type { Stripe } from 'stripe';
import { collect, finalizeInvoice, intentOf, noMethod } from '../billing/collection.ts';
import { subscriptionOf } from '../billing/invoices.ts';
import { PREVIEW_PARAMS, previewInvoice } from '../billing/preview.ts';
import { settleInvoice, voidInvoice } from '../billing/settlement.ts';
import { publish } from '../events.ts';
import { invalid, ProviderError, type ErrorBody } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { isInRange, known, page, type Route } from '../http/routes.ts';
import { get, idOf, type State } from '../state.ts';

export const invoiceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: PREVIEW_PARAMS,
    run: ({ state, params }) => previewInvoice(state, params),
  },
  { method: 'GET', path: '/v1/invoices/:id', run: ({ state, id }) => get(state.invoices, id, 'invoice') },
  {
    method: 'GET',
    path: '/v1/invoices',
    params: known<Stripe.InvoiceListParams>('created', 'customer', 'status', 'subscription'),
    run({ state, params }) {
      const [customer, status] = [params.text('customer'), params.text('status')];
      const subscription = params.text('subscription');
      const found = [...state.invoices.values()].filter(
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || subscriptionOf(state, invoice)?.id === subscription) &&
          isInRange(params, 'created', invoice.created),
      );
      return page(found, params, '/v1/invoices');
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: known<Stripe.InvoicePayParams>('off_session', 'paid_out_of_band', 'payment_method'),
    run({ state, id, params }) {
      const invoice = get(state.invoices, id, 'invoice');
      pay(state, invoice, params);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: known<Stripe.InvoiceFinalizeInvoiceParams>('auto_advance'),
    run({ state, id }) {
      const invoice = get(state.invoices, id, 'invoice');
      if (invoice.status !== 'draft')
        throw invalid('This invoice is already finalized.', undefined, 'invoice_not_editable');
      finalizeInvoice(state, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    run({ state, id }) {
      const invoice = get(state.invoices, id, 'invoice');
      requireOpen(invoice);
      voidInvoice(state, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    run({ state, id }) {
      const invoice = get(state.invoices, id, 'invoice');
      requireOpen(invoice);
      invoice.status = 'uncollectible';
      invoice.next_payment_attempt = null;
      invoice.status_transitions.marked_uncollectible_at = state.now;
      publish(state, 'invoice.marked_uncollectible', invoice);
      return invoice;
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    params: known<Stripe.InvoicePaymentListParams>('invoice', 'payment', 'status'),
    run({ state, params }) {
      const [invoice, status] = [params.text('invoice'), params.text('status')];
      const intent = params.object('payment')?.text('payment_intent');
      const found = [...state.invoicePayments.values()].filter(
        (payment) =>
          (invoice === undefined || idOf(payment.invoice) === invoice) &&
          (intent === undefined || idOf(payment.payment.payment_intent) === intent) &&
          (status === undefined || payment.status === status),
      );
      return page(found, params, '/v1/invoice_payments');
    },
  },
];

/** Pays an open invoice with the given card, or the default one. A failed card is recorded, and rejected with 402. */
function pay(state: State, invoice: Stripe.Invoice, params: Params): void {
  const chosen = params.text('payment_method');
  const method =
    chosen === undefined ? undefined : get(state.paymentMethods, chosen, 'payment_method', 'payment_method');
  const isOnSession = params.boolean('off_session') === false;
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status === 'draft') finalizeInvoice(state, invoice);
  if (invoice.status === 'paid') return;
  if (invoice.status === 'void') throw invalid('Voided invoices cannot be paid.');
  if (params.boolean('paid_out_of_band')) {
    settleInvoice(state, invoice);
    return;
  }
  const error = collect(state, invoice, { isOnSession, ...(method && { method }) });
  if (error?.type === 'card_error') throw new ProviderError(402, error);
  if (error) throw noMethod();
  if (intentOf(state, invoice).status === 'requires_action') throw new ProviderError(402, ACTION_REQUIRED);
}

const ACTION_REQUIRED: ErrorBody = {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message:
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
};

function requireOpen(invoice: Stripe.Invoice): void {
  if (invoice.status === 'open' || invoice.status === 'uncollectible') return;
  throw invalid(
    `You can only pass in open invoices. This invoice isn't open.`,
    undefined,
    'status_transition_invalid',
  );
}
