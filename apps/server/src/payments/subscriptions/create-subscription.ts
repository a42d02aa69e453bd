import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import { CHANGE_KEY } from './apply-subscription.ts';
import type { PaymentChange } from './changes.ts';
import { TEAM_KEY } from '../provider/customers.ts';

/**
 * The subscription of a request, which is created once: a repeated call returns the one that exists. All values depend
 * on the request alone.
 */
export async function createSubscription(
  db: PaymentsDb,
  stripe: Stripe,
  customer: string,
  change: PaymentChange,
): Promise<string> {
  if (change.subscription_id !== null) return change.subscription_id;
  const { id } = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price: change.price_id ?? '' }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      metadata: { [TEAM_KEY]: String(change.team_id), [CHANGE_KEY]: change.key },
    },
    { idempotencyKey: change.key },
  );
  await db.updateTable('payment_change').set({ subscription_id: id }).where('id', '=', change.id).execute();
  return id;
}
