import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { startStripe, type StripeOptions } from './stripe.ts';

/** A simulated provider, the real client library, two prices and a customer. */
export async function ground(options?: StripeOptions) {
  const provider = await startStripe(options);
  onTestFinished(() => provider.close());
  const stripe = new Stripe(provider.secretKey, {
    ...provider.client,
    telemetry: false,
    maxNetworkRetries: 0,
  });
  const small = provider.declarePrice({ amount: 2995, nickname: 'Small' });
  const large = provider.declarePrice({ amount: 9995, nickname: 'Large' });
  const customer = await stripe.customers.create({ email: 'owner@ridgeline.example', name: 'Ridgeline' });

  async function startPurchase(params: Partial<Stripe.SubscriptionCreateParams> = {}) {
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
      ...params,
    });
    return { subscription, secret: clientSecretOf(subscription) };
  }

  /** A subscription whose first invoice is paid. */
  async function purchase(
    params: Partial<Stripe.SubscriptionCreateParams> = {},
  ): Promise<Stripe.Subscription> {
    const { subscription, secret } = await startPurchase(params);
    provider.confirmCard(secret, 'ok');
    return await stripe.subscriptions.retrieve(subscription.id);
  }

  return { provider, stripe, small, large, customer, startPurchase, purchase };
}

/** The secret with which the browser pays the first invoice. */
function clientSecretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  return (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || '';
}

export const itemId = (subscription: Stripe.Subscription) => subscription.items.data[0]?.id ?? '';

/** The error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}
