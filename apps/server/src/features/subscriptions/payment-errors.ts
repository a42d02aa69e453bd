import type { FastifyBaseLogger } from 'fastify';
import { OVERDUE_FIELD } from '@callpoint/contract/overdue-field';
import { PROVIDER_DOWN } from '@callpoint/contract/purchases';
import { CallError, conflict } from '../../http/errors/call-error.ts';
import { ChangeRejected } from '../../payments/subscriptions/change-subscription.ts';
import { isInvalid, isProviderError } from '../../payments/provider/provider-errors.ts';
import { OverdueUnpaid, PaymentProcessing } from '../../payments/subscriptions/pay-overdue.ts';
import { PurchaseInProgress } from '../../payments/subscriptions/purchase.ts';
import { PaymentsUnavailable } from '../../payments/provider/service.ts';

const NOT_SET_UP = 'Payments are not set up on this server yet.';
const REJECTED_KEYS =
  'The payment provider rejected the keys of this server. Nothing was charged: contact the administrator of this server.';
const UNKNOWN =
  'The payment provider does not know this plan or subscription. Nothing was changed or charged: contact the administrator of this server.';
const PROCESSING =
  'The payment provider is still processing the payment. Check it in a moment: nothing is charged twice.';
const IN_PROGRESS = 'Another payment was started at the same time. Reload the page, then try again.';

/** Runs a call to the payment provider; what it throws becomes a rejection in words. */
export async function withPayments<Result>(
  log: FastifyBaseLogger,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw rejectionOf(error, log) ?? error;
  }
}

function rejectionOf(error: unknown, log: FastifyBaseLogger): CallError | null {
  if (error instanceof PaymentsUnavailable) return new CallError(409, NOT_SET_UP);
  if (error instanceof ChangeRejected) {
    return error.field === null ? new CallError(409, error.message) : conflict(error.message, error.field);
  }
  if (error instanceof OverdueUnpaid) return conflict(error.message, OVERDUE_FIELD);
  if (error instanceof PurchaseInProgress) return new CallError(409, IN_PROGRESS);
  if (error instanceof PaymentProcessing) return new CallError(503, PROCESSING, [], 10);
  if (!isProviderError(error)) return null;
  const { type, code, requestId } = error;
  if (type === 'StripeCardError') return new CallError(409, error.message);
  log.warn({ type, code, requestId }, 'the payment provider rejected a call');
  if (isInvalid(error)) return new CallError(409, UNKNOWN);
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return new CallError(409, REJECTED_KEYS);
  }
  return new CallError(503, PROVIDER_DOWN.msg, [], 10);
}
