import type { PaymentService } from '../provider/service.ts';
import { giveUpChange, type PaymentChange } from './changes.ts';
import { endPurchase } from './end-purchase.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Finds out the outcome of an open request, e.g. after a crash, and settles it. A purchase that is not paid is ended.
 */
export async function settleOpenChange(service: PaymentService, change: PaymentChange): Promise<void> {
  if (change.kind === 'purchase') {
    await endPurchase(service, change);
    return;
  }
  if (change.subscription_id !== null) await syncSubscription(service, change.subscription_id);
  await giveUpChange(service.payments, change);
}
