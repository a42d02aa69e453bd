import { Semaphore } from '../../scheduling/semaphore.ts';
import { CallError } from '../errors/call-error.ts';

/** The response to a rejected caller; `retryAfter` in seconds. */
export type Rejection = { msg: string; retryAfter: number };

export type FairQueueOptions = {
  /** Maximum work that runs at the same time. */
  concurrency: number;
  /** Maximum running and waiting work of one key. */
  perKey: number;
  /** Maximum waiting work of all keys. */
  waiting: number;
  /** 429: the key has too much work. */
  tooManyOfKey: Rejection;
  /** 503: too much work of all keys is waiting. */
  tooManyWaiting: Rejection;
  /** Milliseconds after which waiting work is rejected like too much of it; by default it waits without a limit. */
  longestWait?: number;
  /** How long a slot rests after work that took `ms`, in milliseconds; by default not at all. */
  throttleDelay?: (ms: number) => number;
};

/** A fair semaphore for calls: it rejects with CallError 429 or 503 and Retry-After. */
export function fairQueue({
  concurrency,
  tooManyOfKey,
  tooManyWaiting,
  ...options
}: FairQueueOptions): Semaphore {
  return new Semaphore({
    ...options,
    permits: concurrency,
    rejection: (reason) => (reason === 'key' ? callError(429, tooManyOfKey) : callError(503, tooManyWaiting)),
  });
}

/** The default message of an overload. */
const BUSY: Rejection = { msg: 'The server is busy. Try again in a moment.', retryAfter: 5 };

/** The response to an overload in a lower layer, such as too many callers waiting for the database. */
export function overloadResponse(): CallError {
  return callError(503, BUSY);
}

function callError(status: number, { msg, retryAfter }: Rejection): CallError {
  return new CallError(status, msg, [], retryAfter);
}
