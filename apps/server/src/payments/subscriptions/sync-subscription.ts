import { findCustomer } from '../provider/customers.ts';
import { isMissing } from '../provider/provider-errors.ts';
import type { PaymentService } from '../provider/service.ts';
import { findOpenChange } from './changes.ts';
import { currentSubscription, listCurrentSubscriptions } from './current-subscription.ts';
import { endPurchase } from './end-purchase.ts';
import { storeSubscription, type StoreResult } from './store-subscription.ts';
import { hasGivenPlan } from './subscription-state.ts';

export type SyncResult = StoreResult & {
  /** Another subscription that gives the subscriber its plan from now on, because this one has ended. */
  adopted: string | null;
};

/**
 * Reads a subscription from the provider, stores what it reports, and does what follows for the other subscriptions of
 * the subscriber. That depends only on the present state, so that a repeated call completes one that failed.
 */
export async function syncSubscription(service: PaymentService, id: string): Promise<SyncResult> {
  const result = await storeSubscription(service, id);
  const { teamId, subscription } = result;
  if (teamId === null || !subscription) return { ...result, adopted: null };
  const adopted = hasGivenPlan(subscription.status) ? await adoptSubscription(service, teamId) : null;
  await endOvertakenPurchase(service, teamId);
  return { ...result, adopted };
}

/**
 * Gives a subscriber that has no paid plan the plan of a subscription that it has at the provider: otherwise it would
 * pay for it without having its plan, or would pay for another one. Returns that subscription, or null.
 */
export async function adoptSubscription(service: PaymentService, teamId: number): Promise<string | null> {
  const { payments } = service;
  if ((await currentSubscription(payments, teamId)) !== null) return null;
  for (const id of await listCurrent(service, teamId)) {
    await storeSubscription(service, id);
    const current = await currentSubscription(payments, teamId);
    if (current !== null) return current;
  }
  return null;
}

async function listCurrent(service: PaymentService, teamId: number): Promise<string[]> {
  const customer = await findCustomer(service.payments, teamId);
  if (customer === null) return [];
  try {
    const listed = await listCurrentSubscriptions(await service.open(), customer);
    return listed.map(({ id }) => id);
  } catch (error) {
    // A customer of the account of former keys.
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Ends an open purchase of a subscriber that has another subscription by now, so that it does not pay both. */
export async function endOvertakenPurchase(service: PaymentService, teamId: number): Promise<void> {
  const current = await currentSubscription(service.payments, teamId);
  if (current === null) return;
  const open = await findOpenChange(service.payments, teamId);
  if (open?.kind === 'purchase' && open.subscription_id !== current) await endPurchase(service, open);
}
