import type { Stripe } from 'stripe';
import { invalid, ProviderError } from '../http/errors.ts';
import type { Params } from '../http/form.ts';
import { known } from '../http/routes.ts';
import { usablePrice } from '../resources/prices.ts';
import { get, idOf, follow, type State } from '../state.ts';
import { readItemChange } from './change-subscription.ts';
import { itemOf, planChange } from './changes.ts';
import { invoiceObject, pendingOf } from './invoices.ts';
import { createLine, periodLine, type PlannedLine } from './lines.ts';
import { periodEnd } from './periods.ts';

export const PREVIEW_PARAMS = known<Stripe.InvoiceCreatePreviewParams>(
  'customer',
  'subscription',
  'subscription_details',
);

/** The invoice that a change would create now, or the next renewal. Nothing is stored. */
export function previewInvoice(state: State, params: Params): Stripe.Invoice {
  const details = params.object('subscription_details');
  details?.only('cancel_at_period_end', 'items', 'proration_behavior', 'proration_date');
  const id = params.text('subscription');
  if (id === undefined) return previewFirst(state, params, details);
  const subscription = get(state.subscriptions, id, 'subscription', 'subscription');
  const isCanceling = details?.boolean('cancel_at_period_end') ?? subscription.cancel_at_period_end;
  const change = details ? readItemChange(state, subscription, details) : null;
  const planned = change && planChange(state, subscription, change);
  const lines = planned?.lines ?? [];
  if (planned?.isInvoicedNow) return preview(state, subscription, lines);
  if (subscription.ended_at !== null || isCanceling) {
    throw new ProviderError(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${idOf(subscription.customer)}`,
    });
  }
  const item = itemOf(subscription);
  const [price, quantity] = [change?.price ?? item.price, change?.quantity ?? item.quantity ?? 1];
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, price);
  return preview(state, subscription, [...lines, periodLine(price, quantity, start, end)]);
}

function preview(state: State, subscription: Stripe.Subscription, planned: PlannedLine[]): Stripe.Invoice {
  const of = { subscription: subscription.id, item: itemOf(subscription).id };
  return invoiceObject(state, {
    id: state.id('upcoming_in'),
    customer: follow(state.customers, idOf(subscription.customer)),
    subscription,
    reason: 'upcoming',
    currency: subscription.currency,
    lines: [
      ...pendingOf(state, subscription).map((line) => ({ ...line })),
      ...planned.map((line) => createLine(state, line, of)),
    ],
  });
}

/** The first invoice of a subscription that does not exist yet. */
function previewFirst(state: State, params: Params, details: Params | undefined): Stripe.Invoice {
  const customer = get(state.customers, params.required('customer'), 'customer', 'customer');
  const [item] = details?.objects('items') ?? [];
  if (!item)
    throw invalid('Missing required param: subscription_details[items].', 'subscription_details[items]');
  item.only('price', 'quantity');
  const price = usablePrice(state, item.required('price'), item.name('price'));
  const line = periodLine(
    price,
    item.integer('quantity') ?? 1,
    state.now,
    periodEnd(state.now, state.now, price),
  );
  return invoiceObject(state, {
    id: state.id('upcoming_in'),
    customer,
    subscription: null,
    reason: 'upcoming',
    currency: price.currency,
    lines: [createLine(state, line, { subscription: null, item: '' })],
  });
}
