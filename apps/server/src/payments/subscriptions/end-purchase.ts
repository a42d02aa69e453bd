import type { Stripe } from 'stripe';
import { ensureCustomer } from '../provider/customers.ts';
import { isInvalid } from '../provider/provider-errors.ts';
import { idOf } from '../provider/reported-values.ts';
import type { PaymentService } from '../provider/service.ts';
import { giveUpChange, type PaymentChange } from './changes.ts';
import { createSubscription } from './create-subscription.ts';
import { storeSubscription } from './store-subscription.ts';

/**
 * Settles an open purchase. One whose first payment is still missing is ended, so that it can no longer be paid; one
 * that was paid in the meantime is stored as paid. Several processes may call it at the same time.
 */
export async function endPurchase(service: PaymentService, change: PaymentChange): Promise<void> {
  await endUnpaid(service, change);
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
  const { subscription } = await storeSubscription(service, id);
  if (subscription?.status !== 'incomplete') return;
  // Unlike canceling, voiding fails if the invoice was paid in the meantime.
  if (await isVoided(stripe, idOf(subscription.latest_invoice))) await cancel(stripe, id);
  await storeSubscription(service, id);
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

/** Another process may have canceled it since it was read. */
async function cancel(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id).catch((error: unknown) => {
    if (!isInvalid(error)) throw error;
  });
}
