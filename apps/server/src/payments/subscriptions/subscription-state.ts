import type { Stripe } from 'stripe';
import type { NewRow } from '../../db/rows.ts';
import { momentOf } from '../provider/reported-values.ts';

/** Subscriptions with these states give their plan to the subscriber, also while a payment is overdue. */
export const CURRENT = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;
const OVERDUE = ['past_due', 'unpaid'];
/** Subscriptions with these states never change again. */
export const ENDED = ['canceled', 'incomplete_expired'] as const;

export type ReportedSubscription = Omit<
  NewRow<'subscription'>,
  | 'team_id'
  | 'reads_started'
  | 'read_stored'
  | 'unpaid_since'
  | 'overdue_emails'
  | 'overdue_email_attempts'
  | 'overdue_email_due_at'
> & {
  /** When the payment that is overdue was due; null if none is. */
  overdueFrom: string | null;
};

/** Whether a subscription with this state gives its plan to the subscriber. */
export function isCurrent(status: string | null): boolean {
  return status !== null && (CURRENT as readonly string[]).includes(status);
}

/** Whether the payment of a subscription with this state is overdue. */
export function isOverdue(status: string): boolean {
  return OVERDUE.includes(status);
}

/**
 * Whether a subscription with this state gave its plan and has ended. One whose first payment was never made is
 * `incomplete_expired` and gave none.
 */
export function hasGivenPlan(status: string): boolean {
  return status === 'canceled';
}

/** The columns of a subscription as the provider reports it. Its `latest_invoice` must be expanded. */
export function reported(subscription: Stripe.Subscription): ReportedSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`);
  const { price, quantity = 1 } = item;
  const { latest_invoice: invoice, status } = subscription;
  const dueSince = typeof invoice === 'object' && invoice ? invoice.created : subscription.created;
  return {
    id: subscription.id,
    created: momentOf(subscription.created),
    current_period_start: momentOf(item.current_period_start),
    current_period_end: momentOf(item.current_period_end),
    cancel_at_period_end: subscription.cancel_at_period_end ? 1 : 0,
    trial_end: subscription.trial_end === null ? null : momentOf(subscription.trial_end),
    status,
    price_id: price.id,
    amount: price.unit_amount === null ? null : price.unit_amount * quantity,
    currency: price.currency,
    term_unit: price.recurring?.interval ?? null,
    term_count: price.recurring?.interval_count ?? null,
    overdueFrom: isOverdue(status) ? momentOf(dueSince) : null,
  };
}
