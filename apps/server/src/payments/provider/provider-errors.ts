import type { Stripe } from 'stripe';

type ProviderError = Partial<Stripe.errors.StripeError> & { type?: string };

/** Whether the provider responded that an object does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as ProviderError).code === 'resource_missing';
}

/** Whether the provider rejected the values of a call, so that the call had no effect and repeating it has none. */
export function isInvalid(error: unknown): boolean {
  return (error as ProviderError).type === 'StripeInvalidRequestError';
}

/** Whether an error is the provider's, or of the connection to it. */
export function isProviderError(error: unknown): error is Stripe.errors.StripeError {
  return (error as ProviderError).type?.startsWith('Stripe') ?? false;
}
