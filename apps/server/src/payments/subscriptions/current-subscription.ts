import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { isCurrent, isOverdue } from './subscription-state.ts';

/**
 * Which subscription gives a subscriber its plan: the one that already does, until it ends (`apply-subscription.ts`);
 * then the first current one in the order of `listSubscriptions`.
 */

/** The subscription that gives a subscriber its plan; null on the free plan and on an upgrade. */
export function subscriptionOf(team: Pick<Row<'team'>, 'plan' | 'subscription_id'>): string | null {
  return team.plan === 'paid' ? team.subscription_id : null;
}

/** The subscription that gives a subscriber its plan, as we know it. */
export async function currentSubscription(db: PaymentsDb, teamId: number): Promise<string | null> {
  const team = await db
    .selectFrom('team')
    .select(['plan', 'subscription_id'])
    .where('id', '=', teamId)
    .executeTakeFirst();
  return team ? subscriptionOf(team) : null;
}

/**
 * All subscriptions of a customer at the provider, with their latest invoices. The current ones come first: those that
 * are paid before those that are overdue, then the oldest one.
 */
export async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const listed: Stripe.Subscription[] = [];
  const pages = stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice'],
  });
  for await (const subscription of pages) listed.push(subscription);
  return listed.toSorted((one, other) => rank(one) - rank(other) || one.created - other.created);
}

function rank({ status }: Stripe.Subscription): number {
  if (!isCurrent(status)) return 2;
  return isOverdue(status) ? 1 : 0;
}
