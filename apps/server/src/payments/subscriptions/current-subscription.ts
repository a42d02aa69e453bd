import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { CURRENT, isCurrent, isOverdue } from './subscription-state.ts';

/**
 * Which subscription gives a subscriber its plan: the one that already does, until it ends (`apply-subscription.ts`);
 * then the first one in the order of `listCurrentSubscriptions`.
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

/** Subscriptions of one list that are read. */
const MOST = 100;

/**
 * The current subscriptions of a customer at the provider, with their latest invoices: those that are paid before those
 * that are overdue, then the oldest one. Reads at most one list of all states and one of each current state.
 */
export async function listCurrentSubscriptions(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Subscription[]> {
  const list = (status: Stripe.SubscriptionListParams.Status) =>
    stripe.subscriptions.list({ customer, status, limit: MOST, expand: ['data.latest_invoice'] });
  const all = await list('all');
  // Anyone can make the list of all states long: it has each purchase that was not paid.
  const pages = all.has_more ? await Promise.all(CURRENT.map(list)) : [all];
  // One whose state changed in between may be in two lists.
  const listed = new Map(
    pages.flatMap(({ data }) => data).map((subscription) => [subscription.id, subscription]),
  );
  return [...listed.values()]
    .filter(({ status }) => isCurrent(status))
    .toSorted((one, other) => rank(one) - rank(other) || one.created - other.created);
}

function rank({ status }: Stripe.Subscription): number {
  return isOverdue(status) ? 1 : 0;
}
