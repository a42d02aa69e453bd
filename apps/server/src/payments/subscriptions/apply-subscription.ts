import type { Stripe } from 'stripe';
import type { Actor } from '../../db/history/audit.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { FREE_PLAN, labelOf } from '../../db/subscriber-plan.ts';
import { addHistory } from '../../db/history/subscription-history.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { actorOf, forgetPriorLimit, settleChange, type ChangeKind, type PaymentChange } from './changes.ts';
import { subscriptionOf } from './current-subscription.ts';
import { isCurrent } from './subscription-state.ts';
import { historyTexts as texts } from './history-texts.ts';

type Subscription = Row<'subscription'>;

export type Applied = {
  /** Our row before the read, and as the provider reports it now. */
  before: Subscription;
  now: Subscription;
  /** The subscriber's open request. */
  change: PaymentChange | null;
  subscription: Stripe.Subscription;
};

/**
 * Changes a subscriber as its subscription requires, with one line of its history for each difference. The request that
 * a difference fulfills is settled, and its person is recorded. Call it in a transaction that has locked the subscriber.
 */
export async function applySubscription(
  tx: PaymentsDb,
  { before, now, change, subscription }: Applied,
): Promise<{ isSecond: boolean; changes: string[] }> {
  const team = await tx
    .selectFrom('team')
    .select(['id', 'plan', 'plan_id', 'max_users', 'subscription_id'])
    .where('id', '=', now.team_id)
    .executeTakeFirstOrThrow();
  const own = change && isAbout(change, now.id, subscription) ? change : null;
  const changes: string[] = [];
  const record = async (
    descr: string,
    kinds: readonly ChangeKind[],
    work?: (by: TenantDb) => Promise<unknown>,
  ) => {
    const by = tenantOf(tx, team.id, actorOf(own, kinds));
    await work?.(by);
    await addHistory(by, team.id, descr);
    changes.push(descr);
  };

  const held = subscriptionOf(team);
  const wasCurrent = held === now.id;
  if (!isCurrent(now.status)) {
    if (wasCurrent) {
      const free = { ...FREE_PLAN, subscription_id: null };
      await record(endText(before, subscription, own), ['stop'], (by) => by.update('team', team.id, free));
    }
    if (own && now.status !== 'incomplete') await settleChange(tx, own.id);
    return { isSecond: false, changes };
  }
  const hasPrice = before.price_id === now.price_id;
  const keepsPrice = wasCurrent && hasPrice;
  const plan = await planOf(tx, now.price_id, own, { planId: team.plan_id, keepsPrice });
  // The limit that the person was shown, also if the plan was changed or deleted meanwhile.
  const bought = own?.price_id === now.price_id ? own.max_users : null;
  const values = {
    plan: 'paid',
    is_paid: 1,
    plan_id: plan?.id ?? null,
    plan_expires_at: null,
    max_users: bought ?? plan?.max_users ?? team.max_users,
    subscription_id: now.id,
  };
  const label = plan ? labelOf(plan) : texts.unknownPlan;
  if (!wasCurrent && held !== null && isCurrent(await statusOf(tx, held))) {
    if (!isCurrent(before.status)) await record(texts.second(label), ['purchase']);
    return { isSecond: true, changes };
  }
  const setPlan = async (by: TenantDb) => {
    await by.update('team', team.id, values);
    if (change) await forgetPriorLimit(tx, change.id);
  };
  if (!wasCurrent) {
    const descr = isCurrent(before.status) ? texts.continues(label) : texts.subscribed(label);
    await record(descr, ['purchase'], setPlan);
  } else if (team.plan_id !== values.plan_id || (plan && before.price_id !== null && !hasPrice)) {
    await record(texts.planChanged(label), ['plan'], setPlan);
  }
  if (now.cancel_at_period_end !== before.cancel_at_period_end && before.status !== null) {
    const scheduled = now.cancel_at_period_end === 1;
    const descr = scheduled ? texts.scheduled(now.current_period_end) : texts.resumed;
    await record(descr, [scheduled ? 'cancel' : 'resume']);
  }
  if (now.unpaid_since !== null && before.unpaid_since === null) await record(texts.paymentFailed, []);
  if (now.unpaid_since === null && before.unpaid_since !== null) await record(texts.paymentReceived, []);
  if (own && isFulfilled(own, now)) await settleChange(tx, own.id);
  return { isSecond: false, changes };
}

/** Whether a request is about this subscription; a purchase may not know its subscription yet. */
function isAbout(change: PaymentChange, id: string, { metadata }: Stripe.Subscription): boolean {
  return change.subscription_id === id || metadata[CHANGE_KEY] === change.key;
}

/** The key of the metadata that names the request, on subscriptions. */
export const CHANGE_KEY = 'callpoint_request';

/** Whether a subscription is as the request asked. */
export function isFulfilled({ kind, price_id }: PaymentChange, now: Subscription): boolean {
  if (kind === 'stop') return !isCurrent(now.status);
  if (!isCurrent(now.status)) return false;
  if (kind === 'purchase') return true;
  if (kind === 'plan') return now.price_id === price_id;
  if (kind === 'cancel') return now.cancel_at_period_end === 1;
  return kind === 'resume' && now.cancel_at_period_end === 0;
}

async function statusOf(tx: PaymentsDb, id: string): Promise<string | null> {
  const query = tx.selectFrom('subscription').select('status').where('id', '=', id);
  return (await query.executeTakeFirst())?.status ?? null;
}

/**
 * The plan of a price: the requested one, the present one, or the first with this price. A subscriber that keeps its price
 * keeps its plan, also if an administrator gave the plan another price. Undefined for a price without a plan, which the
 * provider's own console can set.
 */
async function planOf(
  tx: PaymentsDb,
  price: string | null,
  change: PaymentChange | null,
  present: { planId: number | null; keepsPrice: boolean },
): Promise<Row<'plan'> | undefined> {
  const plans = await tx
    .selectFrom('plan')
    .selectAll()
    .where((row) =>
      row.or([
        row('plan_stripe_id', '=', price ?? ''),
        ...(present.keepsPrice ? [row('id', '=', present.planId)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  const requested = plans.find(
    ({ plan_stripe_id, max_users }) =>
      plan_stripe_id === price && price === change?.price_id && max_users === change.max_users,
  );
  return requested ?? plans.find(({ id }) => id === present.planId) ?? plans[0];
}

function endText(before: Subscription, subscription: Stripe.Subscription, own: PaymentChange | null): string {
  if (own?.kind === 'stop') return texts.stopped;
  if (subscription.cancellation_details?.reason === 'payment_failed') return texts.endedUnpaid;
  return before.cancel_at_period_end === 1 ? texts.endedAsScheduled : texts.stopped;
}

function tenantOf(tx: PaymentsDb, teamId: number, actor: Actor): TenantDb {
  return new TenantDb(tx, { teamId }, actor);
}
