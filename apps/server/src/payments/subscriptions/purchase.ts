import { moneyText } from '@callpoint/contract/money';
import type { Stripe } from 'stripe';
import type { Actor } from '../../db/history/audit.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import { findOpenChange, openChange, settleChange, type ChosenPlan, type PaymentChange } from './changes.ts';
import { ChangeRejected } from './change-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { lockTeam, updateCustomer, type BillingAddress } from '../provider/customers.ts';
import { settleOpenChange } from './settle-change.ts';
import type { PaymentService } from '../provider/service.ts';
import { isCurrent } from './subscription-state.ts';
import { syncSubscription } from './sync-subscription.ts';
import { HOUR } from '../../scheduling/durations.ts';

/** The provider accepts the first payment for 23 hours, and forgets idempotency keys after 24. */
const PAYABLE = 22 * HOUR;

export type PurchaseRequest = {
  teamId: number;
  actor: Actor;
  plan: ChosenPlan;
  /** The price of one term that the person was shown, in the currency's smallest unit. */
  shown: { amount: number; currency: string };
  address: BillingAddress;
  /** Of the subscriber, for receipts. */
  contact: { email: string; name: string };
};

/**
 * `payable`: the browser pays with the secret. `paid`: the subscription is current already, and was paid in another
 * window or by a call whose response was lost.
 */
export type StartedPurchase =
  | { state: 'payable'; clientSecret: string; subscriptionId: string }
  | { state: 'paid'; subscriptionId: string };

/** Another call for the same subscriber is in progress. */
export class PurchaseInProgress extends Error {}

/**
 * Starts a subscription that the browser then pays, or continues the one that was started before: a subscriber has at
 * most one that can be paid. The request is stored before the provider is called, and its key makes each call to the
 * provider idempotent, so that a repeated call, also after a crash, neither creates nor charges a second one.
 * Throws a ChangeRejected if the provider would charge another price than the one that the person was shown.
 * @param request checked by the caller: the subscriber exists, and does not pay for a plan
 */
export async function startPurchase(
  service: PaymentService,
  request: PurchaseRequest,
): Promise<StartedPurchase> {
  const stripe = await service.open();
  await requireShownPrice(stripe, request);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const requested = await requestPurchase(service.payments, request);
    if ('paid' in requested) return { state: 'paid', subscriptionId: requested.paid };
    const { change, isOwn } = requested;
    if (!isOwn) {
      await settleOpenChange(service, change);
      const paid = await currentSubscription(service.payments, request.teamId);
      if (paid !== null) return { state: 'paid', subscriptionId: paid };
      continue;
    }
    const started = await subscribe(service, stripe, request, change);
    if (started) return started;
    // Its first payment expired, or it was replaced by a request of another window.
    await settleChange(service.payments, change.id);
  }
  throw new PurchaseInProgress();
}

/** Nobody pays another price than the one on the screen: the plan and the provider's price are entered separately. */
async function requireShownPrice(stripe: Stripe, { plan, shown }: PurchaseRequest): Promise<void> {
  const { unit_amount: amount, currency } = await stripe.prices.retrieve(plan.price_id);
  if (amount === shown.amount && currency === shown.currency) return;
  const expected = moneyText(shown.amount, shown.currency);
  const actual = moneyText(amount ?? 0, currency);
  throw new ChangeRejected(
    `This plan is shown as ${expected}, but the payment provider would charge ${actual}. Nothing was charged: choose another plan, or contact us.`,
    'selectedPlan',
  );
}

/**
 * The open request of the subscriber: a new one, one with the same plan that can still be paid, or another one. Or the
 * subscription that was paid in another window since the caller looked.
 */
async function requestPurchase(
  db: PaymentsDb,
  { teamId, plan, actor }: PurchaseRequest,
  now = new Date(),
): Promise<{ change: PaymentChange; isOwn: boolean } | { paid: string }> {
  return await db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const paid = await currentSubscription(tx, teamId);
    if (paid !== null) return { paid };
    const open = await findOpenChange(tx, teamId);
    if (!open)
      return { change: await openChange(tx, { teamId, kind: 'purchase', plan, actor }), isOwn: true };
    const isSame =
      open.kind === 'purchase' && open.price_id === plan.price_id && open.max_users === plan.max_users;
    const isPayable = Date.parse(open.created_at) > now.getTime() - PAYABLE;
    return { change: open, isOwn: isSame && isPayable };
  });
}

/** Null if the subscription of this request can no longer be paid. */
async function subscribe(
  service: PaymentService,
  stripe: Stripe,
  request: PurchaseRequest,
  change: PaymentChange,
): Promise<StartedPurchase | null> {
  const { address, contact } = request;
  const details = { ...contact, address: { ...address, country: 'US' } };
  const customer = await updateCustomer(service.payments, stripe, request.teamId, details);
  const id = await createSubscription(service.payments, stripe, customer, change);
  const { subscription } = await syncSubscription(service, id);
  if (!subscription) return null;
  if (isCurrent(subscription.status)) return { state: 'paid', subscriptionId: id };
  const clientSecret = secretOf(subscription);
  if (subscription.status !== 'incomplete' || clientSecret === null) return null;
  const isOpen = (await findOpenChange(service.payments, request.teamId))?.id === change.id;
  return isOpen ? { state: 'payable', clientSecret, subscriptionId: id } : null;
}

/** The secret with which the browser pays the first invoice. */
function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || null;
}

/** The subscription that the subscriber has, as we know it; null on the free plan and on an upgrade. */
export async function currentSubscription(db: PaymentsDb, teamId: number): Promise<string | null> {
  const team = await db
    .selectFrom('team')
    .select(['plan', 'subscription_id'])
    .where('id', '=', teamId)
    .executeTakeFirst();
  return team?.plan === 'paid' ? team.subscription_id : null;
}
