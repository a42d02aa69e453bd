import type { Stripe } from 'stripe';

/** The error object of the API, as the client library reads it. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  doc_url?: string;
  request_log_url?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
};

/** A rejection that the provider responds with. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code === undefined ? body : { doc_url: docUrl(body.code), ...body };
  }
}

const docUrl = (code: string) => `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}`;

export function invalid(message: string, param?: string, code?: string): ProviderError {
  return new ProviderError(400, {
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

/** An id in the address that belongs to no object: 404. An id in a parameter: 400. */
export function missing(kind: string, id: string, param?: string): ProviderError {
  return new ProviderError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replaceAll('_', ' ')}: '${id}'`,
    param: param ?? 'id',
  });
}
