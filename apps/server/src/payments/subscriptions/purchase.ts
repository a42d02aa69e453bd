import { moneyText } from '@callpoint/contract/money';
import type { Stripe } from 'stripe';
import type { Actor } from '../../db/history/audit.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import {
  findOpenChange,
  lockOffer,
  openChange,
  settleChange,
  type ChosenPlan,
  type PaymentChange,
} from './changes.ts';
import { ChangeRejected, PLAN_DELETED } from './change-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { subscriptionOf } from './current-subscription.ts';
import { lockTeam, updateCustomer, type BillingAddress } from '../provider/customers.ts';
import { settleOpenChange } from './settle-change.ts';
import type { PaymentService } from '../provider/service.ts';
import { isCurrent } from './subscription-state.ts';
import { adoptSubscription, endOvertakenPurchase, syncSubscription } from './sync-subscription.ts';
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
 * window, by a call whose response was lost, or in the provider's own console.
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
  // The provider may know a subscription that our rows do not have yet.
  await adoptSubscription(service, request.teamId);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const requested = await requestPurchase(service.payments, request);
    if (requested.state === 'paid') {
      await endOvertakenPurchase(service, request.teamId);
      return requested;
    }
    const { change } = requested;
    if (requested.state === 'other') {
      await settleOpenChange(service, change);
      continue;
    }
    const started = await subscribe(service, stripe, request, change);
    if (started) return started;
    // Its first payment expired, or another request or subscription replaced it.
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
 * `own`: the open request of the subscriber, which is new, or has the same plan and can still be paid. `other`: another
 * open one, to settle first. `paid`: the subscription that was paid in another window since the caller looked.
 */
type RequestedPurchase =
  | { state: 'own' | 'other'; change: PaymentChange }
  | { state: 'paid'; subscriptionId: string };

async function requestPurchase(
  db: PaymentsDb,
  { teamId, plan, actor }: PurchaseRequest,
  now = new Date(),
): Promise<RequestedPurchase> {
  return await db.transaction(async (tx) => {
    const paid = subscriptionOf(await lockTeam(tx, teamId));
    if (paid !== null) return { state: 'paid', subscriptionId: paid };
    const open = await findOpenChange(tx, teamId);
    if (!open) {
      if (!(await lockOffer(tx, plan))) throw new ChangeRejected(PLAN_DELETED, 'selectedPlan');
      return { state: 'own', change: await openChange(tx, { teamId, kind: 'purchase', plan, actor }) };
    }
    const isSame =
      open.kind === 'purchase' && open.price_id === plan.price_id && open.max_users === plan.max_users;
    const isPayable = Date.parse(open.created_at) > now.getTime() - PAYABLE;
    return { state: isSame && isPayable ? 'own' : 'other', change: open };
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
