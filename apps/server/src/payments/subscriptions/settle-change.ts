import type { Stripe } from 'stripe';
import { giveUpChange, type PaymentChange } from './changes.ts';
import { ensureCustomer } from '../provider/customers.ts';
import { isInvalid } from '../provider/provider-errors.ts';
import type { PaymentService } from '../provider/service.ts';
import { createSubscription } from './create-subscription.ts';
import { idOf } from '../provider/reported-values.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Finds out the outcome of an open request, e.g. after a crash, and settles it. A purchase whose first payment is still
 * missing is ended, so that it can no longer be paid; one that was paid in the meantime is stored as paid.
 */
export async function settleOpenChange(service: PaymentService, change: PaymentChange): Promise<void> {
  if (change.kind === 'purchase') await endUnpaid(service, change);
  else if (change.subscription_id !== null) await syncSubscription(service, change.subscription_id);
  await giveUpChange(service.payments, change);
}

async function endUnpaid(service: PaymentService, change: PaymentChange): Promise<void> {
  const stripe = await service.open();
  const customer = await ensureCustomer(service.payments, stripe, change.team_id);
  // A call that was in flight has the same key: this one waits for it, and returns its subscription.
  const id = await createSubscription(service.payments, stripe, customer, change).catch((error: unknown) => {
    // E.g. a price that does not exist: there is no subscription that could be paid.
    if (isInvalid(error)) return null;
    throw error;
  });
  if (id === null) return;
  const { subscription } = await syncSubscription(service, id);
  if (subscription?.status !== 'incomplete') return;
  // Unlike canceling, voiding fails if the invoice was paid in the meantime.
  if (await isVoided(stripe, idOf(subscription.latest_invoice))) await stripe.subscriptions.cancel(id);
  await syncSubscription(service, id);
}

async function isVoided(stripe: Stripe, invoice: string | null): Promise<boolean> {
  if (invoice === null) return true;
  try {
    await stripe.invoices.voidInvoice(invoice);
    return true;
  } catch (error) {
    if (!isInvalid(error)) throw error;
    return (await stripe.invoices.retrieve(invoice)).status === 'void';
  }
}
