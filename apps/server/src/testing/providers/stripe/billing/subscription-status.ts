import type { Stripe } from 'stripe';
import { publish, update } from '../events.ts';
import { idOf, listOf, type State } from '../state.ts';

type EndReason = 'cancellation_requested' | 'payment_failed' | 'payment_disputed';

/** Ends a subscription now. Its open invoices are no longer charged automatically. */
export function endSubscription(state: State, subscription: Stripe.Subscription, reason: EndReason): void {
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? state.now,
    ended_at: state.now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  } satisfies Partial<Stripe.Subscription>);
  for (const invoice of openInvoices(state, subscription)) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.automatically_finalizes_at = null;
  }
  publish(state, 'customer.subscription.deleted', subscription);
}

export function openInvoices(state: State, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return [...state.invoices.values()].filter(
    (invoice) =>
      (invoice.status === 'open' || invoice.status === 'draft') &&
      idOf(invoice.parent?.subscription_details?.subscription) === subscription.id,
  );
}

/** Applies the change that waited for the payment of this invoice. */
export function applyPendingUpdate(
  state: State,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const items = subscription.pending_update?.subscription_items;
  if (!items || subscription.latest_invoice !== invoice.id) return;
  update(state, subscription, {
    items: listOf(items, subscription.items.url),
    billing_cycle_anchor:
      subscription.pending_update?.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    pending_update: null,
  });
  publish(state, 'customer.subscription.pending_update_applied', subscription);
}
