import type { Stripe } from 'stripe';
import { update } from '../events.ts';
import type { State } from '../state.ts';
import { itemOf, unusedTime } from './changes.ts';
import { finalizeInvoice } from './collection.ts';
import { createInvoice, pendingOf } from './invoices.ts';
import { voidInvoice } from './settlement.ts';
import { endSubscription, openInvoices } from './subscription-status.ts';

/** Cancels a subscription now. `prorate` credits the unused time; `invoiceNow` puts the credit on a final invoice. */
export function cancelNow(
  state: State,
  subscription: Stripe.Subscription,
  { prorate, invoiceNow }: { prorate: boolean; invoiceNow: boolean },
): void {
  if (subscription.status === 'incomplete') {
    expireIncomplete(state, subscription);
    return;
  }
  const isPaidPeriod = subscription.status === 'active' || subscription.status === 'past_due';
  const credit = prorate && isPaidPeriod ? [unusedTime(itemOf(subscription), state.now)] : [];
  if (invoiceNow && credit.length + pendingOf(state, subscription).length > 0) {
    finalizeInvoice(state, createInvoice(state, subscription, 'subscription_update', credit));
  }
  state.pendingItems = state.pendingItems.filter((item) => item.subscription !== subscription.id);
  endSubscription(state, subscription, 'cancellation_requested');
}

/** Ends a subscription whose first invoice was not paid. */
export function expireIncomplete(state: State, subscription: Stripe.Subscription): void {
  for (const invoice of openInvoices(state, subscription)) voidInvoice(state, invoice);
  update(state, subscription, { status: 'incomplete_expired', ended_at: state.now, canceled_at: state.now });
}
