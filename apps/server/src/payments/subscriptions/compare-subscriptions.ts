import type { Stripe } from 'stripe';
import type { PaymentService } from '../provider/service.ts';
import { currentSubscription, listCurrentSubscriptions } from './current-subscription.ts';
import { ENDED, isCurrent, reported } from './subscription-state.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Stored subscriptions of one subscriber that are read one by one; the next comparison continues. */
const MOST_UNLISTED = 100;

export type DifferedSubscription = {
  subscription: string;
  /** The columns of our row that were not as the provider reports. */
  differing: readonly string[];
  /** What changed, as the subscriber's history says it. */
  changes: readonly string[];
};

/**
 * Syncs the subscriptions of a customer that differ from the provider's: the current ones, and those that our rows do not
 * know to have ended. Others have given no plan and never will, or no longer change. Returns the current ones.
 * @param report called after each difference is fixed
 */
export async function compareSubscriptions(
  service: PaymentService,
  stripe: Stripe,
  { customer, teamId }: { customer: string; teamId: number },
  report: (differed: DifferedSubscription) => void,
): Promise<Stripe.Subscription[]> {
  const current = await listCurrentSubscriptions(stripe, customer);
  for (const listed of current) {
    const differing = await differingColumns(service, listed);
    if (differing.length === 0) continue;
    const { outcome, changes } = await syncSubscription(service, listed.id);
    if (outcome === 'stored') report({ subscription: listed.id, differing, changes });
  }
  const ids = current.map(({ id }) => id);
  for (const { id, status } of await findUnlisted(service, teamId, ids)) {
    const { outcome, changes, subscription } = await syncSubscription(service, id);
    if (outcome !== 'stored' || subscription?.status === status) continue;
    report({ subscription: id, differing: ['status'], changes });
  }
  return current;
}

/** Our rows of subscriptions that have not ended as far as we know, without those that the provider lists as current. */
async function findUnlisted(
  { payments }: PaymentService,
  teamId: number,
  listed: readonly string[],
): Promise<{ id: string; status: string | null }[]> {
  return await payments
    .selectFrom('subscription')
    .select(['id', 'status'])
    .where('team_id', '=', teamId)
    .where((row) => row.or([row('status', 'is', null), row('status', 'not in', ENDED)]))
    .where('id', 'not in', ['', ...listed])
    .orderBy('reads_started')
    .orderBy('id')
    .limit(MOST_UNLISTED)
    .execute();
}

/**
 * The columns of our row that are not as the provider reports; all of them if there is no row. `plan`: the subscriber has
 * no paid plan although this subscription is current.
 */
async function differingColumns(
  { payments }: PaymentService,
  subscription: Stripe.Subscription,
): Promise<string[]> {
  const row = await payments
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', subscription.id)
    .executeTakeFirst();
  const { overdueFrom, ...columns } = reported(subscription);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const differing: string[] = names.filter((name) => row?.[name] !== columns[name]);
  if (!row || (overdueFrom === null) !== (row.unpaid_since === null)) differing.push('unpaid_since');
  if (row && isCurrent(row.status) && (await currentSubscription(payments, row.team_id)) === null) {
    differing.push('plan');
  }
  return differing;
}
