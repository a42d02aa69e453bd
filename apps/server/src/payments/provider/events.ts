import type { Stripe } from 'stripe';
import { idOf } from './reported-values.ts';

/**
 * The event in the body of a call, or null if the provider has not signed these bytes within the last five minutes.
 * @param body exactly as received
 */
export async function readEvent(
  body: Buffer,
  signature: string,
  secret: string,
): Promise<Stripe.Event | null> {
  const { Stripe: Client } = await import('stripe');
  try {
    return Client.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof Client.errors.StripeSignatureVerificationError || error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

/** The invoice that an event is about, or the payment intent that paid it; neither for events that change no invoice. */
export function invoiceOfEvent({ data: { object } }: Stripe.Event): { invoice?: string; intent?: string } {
  if (object.object === 'invoice') return object.id ? { invoice: object.id } : {};
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute') return {};
  const intent = idOf(object.payment_intent);
  return intent === null ? {} : { intent };
}

/** The subscription that an event is about; null for events that change nothing of ours. */
export function subscriptionOfEvent({ data: { object } }: Stripe.Event): string | null {
  if (object.object === 'subscription') return object.id;
  if (object.object === 'invoice') return idOf(object.parent?.subscription_details?.subscription);
  return null;
}
