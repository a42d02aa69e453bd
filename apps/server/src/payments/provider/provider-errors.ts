import type { Stripe } from 'stripe';

type ProviderError = Partial<Stripe.errors.StripeError> & { type?: string };

/** Whether the provider responded that an object does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as ProviderError).code === 'resource_missing';
}

/** Whether another call with the same idempotency key is in progress. */
export function isInUse(error: unknown): boolean {
  return (error as ProviderError).code === 'idempotency_key_in_use';
}

/** Whether the provider rejected the values of a call, so that the call had no effect and repeating it has none. */
export function isInvalid(error: unknown): boolean {
  return (error as ProviderError).type === 'StripeInvalidRequestError';
}

/** Whether the provider did not respond, also after the retries of the library. */
export function isUnanswered(error: unknown): boolean {
  return (error as ProviderError).type === 'StripeConnectionError';
}

/** Whether an error is the provider's, or of the connection to it. */
export function isProviderError(error: unknown): error is Stripe.errors.StripeError {
  return (error as ProviderError).type?.startsWith('Stripe') ?? false;
}
