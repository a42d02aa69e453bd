import type { Stripe } from 'stripe';
import { expireIncomplete } from './billing/cancel-subscription.ts';
import { itemOf } from './billing/changes.ts';
import { collect, finalizeInvoice } from './billing/collection.ts';
import { createInvoice, subscriptionOf } from './billing/invoices.ts';
import { periodLine } from './billing/lines.ts';
import { DAY, HOUR, periodEnd } from './billing/periods.ts';
import { voidInvoice } from './billing/settlement.ts';
import { endSubscription } from './billing/subscription-status.ts';
import { publish, update } from './events.ts';
import { idOf, listOf, type State } from './state.ts';

type Task = { at: number; run: () => void };

const LIVE = ['active', 'past_due', 'trialing', 'unpaid'];
const TRIAL_NOTICE = 3 * DAY;

/** Moves the clock, and does everything that the provider does by itself until then, in order. */
export function advance(state: State, seconds: number): void {
  const until = state.now + seconds;
  for (;;) {
    const [next] = tasks(state)
      .filter(({ at }) => at <= until)
      .toSorted((a, b) => a.at - b.at);
    if (!next) break;
    state.now = Math.max(state.now, next.at);
    next.run();
  }
  state.now = until;
}

function tasks(state: State): Task[] {
  return [
    ...[...state.subscriptions.values()].flatMap((subscription) => subscriptionTasks(state, subscription)),
    ...[...state.invoices.values()].flatMap((invoice) => invoiceTasks(state, invoice)),
  ];
}

function subscriptionTasks(state: State, subscription: Stripe.Subscription): Task[] {
  if (subscription.status === 'incomplete') {
    return [{ at: subscription.created + 23 * HOUR, run: () => expireIncomplete(state, subscription) }];
  }
  if (!LIVE.includes(subscription.status)) return [];
  const found: Task[] = [
    { at: itemOf(subscription).current_period_end, run: () => endPeriod(state, subscription) },
  ];
  const { pending_update: pending, trial_end: trialEnd } = subscription;
  if (pending) found.push({ at: pending.expires_at, run: () => dropPendingUpdate(state, subscription) });
  if (trialEnd !== null && subscription.status === 'trialing' && !state.trialNotices.has(subscription.id)) {
    found.push({ at: trialEnd - TRIAL_NOTICE, run: () => announceTrialEnd(state, subscription) });
  }
  return found;
}

function invoiceTasks(state: State, invoice: Stripe.Invoice): Task[] {
  const { automatically_finalizes_at: finalizes, next_payment_attempt: attempt } = invoice;
  if (invoice.status === 'draft' && finalizes !== null) {
    return [{ at: finalizes, run: () => finalizeRenewal(state, invoice) }];
  }
  if (invoice.status !== 'open' || attempt === null) return [];
  return [{ at: attempt, run: () => void collect(state, invoice, { isOnSession: false }) }];
}

function endPeriod(state: State, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(state, subscription, 'cancellation_requested');
    return;
  }
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, item.price);
  const renewed = { ...item, current_period_start: start, current_period_end: end };
  update(state, subscription, {
    items: listOf([renewed], subscription.items.url),
    ...(subscription.status === 'trialing' && { status: 'active' }),
  });
  const invoice = createInvoice(state, subscription, 'subscription_cycle', [
    periodLine(item.price, item.quantity ?? 1, start, end),
  ]);
  // An unpaid subscription keeps its invoices as drafts.
  if (subscription.status !== 'unpaid') return;
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
}

function finalizeRenewal(state: State, invoice: Stripe.Invoice): void {
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open') collect(state, invoice, { isOnSession: false });
}

function announceTrialEnd(state: State, subscription: Stripe.Subscription): void {
  state.trialNotices.add(subscription.id);
  publish(state, 'customer.subscription.trial_will_end', subscription);
}

/** Drops a change whose invoice was not paid in time. */
function dropPendingUpdate(state: State, subscription: Stripe.Subscription): void {
  for (const invoice of state.invoices.values()) {
    const isOfChange =
      subscriptionOf(state, invoice) === subscription && idOf(subscription.latest_invoice) === invoice.id;
    if (isOfChange && invoice.status === 'open') voidInvoice(state, invoice);
  }
  update(state, subscription, { pending_update: null });
  publish(state, 'customer.subscription.pending_update_expired', subscription);
}
