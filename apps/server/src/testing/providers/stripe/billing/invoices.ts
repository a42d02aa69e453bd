import type { Stripe } from 'stripe';
import { publish } from '../events.ts';
import { follow, idOf, listOf, type State } from '../state.ts';
import { createLine, type PlannedLine } from './lines.ts';
import { HOUR } from './periods.ts';

/** The smallest amount that is charged: less is added to the customer's balance. */
const MINIMUM_CHARGE = 50;

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

type InvoiceParts = {
  id: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  reason: InvoiceReason | 'upcoming';
  currency: string;
  lines: Stripe.InvoiceLineItem[];
};

/** An invoice that is not stored: a draft, or a preview. */
export function invoiceObject(state: State, parts: InvoiceParts): Stripe.Invoice {
  const { id, customer, subscription, lines } = parts;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const owed = amountsOf(total, customer.balance);
  for (const line of lines) line.invoice = id;
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Callpoint',
    account_tax_ids: null,
    amount_due: owed.due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: owed.due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: parts.reason,
    collection_method: 'charge_automatically',
    created: state.now,
    currency: parts.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: state.livemode,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...periodOf(state, subscription),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** The period before the invoice: its lines have the periods that are paid. */
function periodOf(state: State, subscription: Stripe.Subscription | null) {
  const start = subscription?.items.data[0]?.current_period_start ?? state.now;
  return { period_start: Math.min(start, state.now), period_end: state.now };
}

/** What is due after the customer's balance is applied, and the balance then. A negative balance is credit. */
export function amountsOf(total: number, balance: number): { due: number; balance: number } {
  const owed = total + balance;
  if (owed < MINIMUM_CHARGE) return { due: 0, balance: owed };
  return { due: owed, balance: 0 };
}

/** Stores a draft. A renewal waits an hour before it is finalized; other invoices are finalized by their call. */
export function createInvoice(
  state: State,
  subscription: Stripe.Subscription,
  reason: InvoiceReason,
  planned: PlannedLine[],
): Stripe.Invoice {
  const item = subscription.items.data[0]?.id ?? '';
  const of = { subscription: subscription.id, item };
  const invoice = invoiceObject(state, {
    id: state.id('in'),
    customer: follow(state.customers, idOf(subscription.customer)),
    subscription,
    reason,
    currency: subscription.currency,
    lines: [...takePending(state, subscription), ...planned.map((line) => createLine(state, line, of))],
  });
  if (reason === 'subscription_cycle') invoice.automatically_finalizes_at = state.now + HOUR;
  state.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  publish(state, 'invoice.created', invoice);
  return invoice;
}

export function pendingOf(state: State, subscription: Stripe.Subscription): Stripe.InvoiceLineItem[] {
  return state.pendingItems.flatMap((item) => (item.subscription === subscription.id ? [item.line] : []));
}

function takePending(state: State, subscription: Stripe.Subscription): Stripe.InvoiceLineItem[] {
  const lines = pendingOf(state, subscription);
  state.pendingItems = state.pendingItems.filter((item) => item.subscription !== subscription.id);
  return lines;
}

/** The subscription of an invoice. */
export function subscriptionOf(state: State, invoice: Stripe.Invoice): Stripe.Subscription | null {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? null : follow(state.subscriptions, id);
}
