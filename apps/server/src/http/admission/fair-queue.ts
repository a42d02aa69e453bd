import { Semaphore } from '../../scheduling/semaphore.ts';
import { CallError } from '../errors/call-error.ts';

/** What a rejected caller reads; `retryAfter` in seconds. */
export type Rejection = { msg: string; retryAfter: number };

export type FairQueueOptions = {
  /** Pieces of work that run at the same time. */
  concurrency: number;
  /** Running and waiting work of one key. */
  perKey: number;
  /** Waiting work of all keys. */
  waiting: number;
  /** 429, if the key has too much. */
  tooManyOfKey: Rejection;
  /** 503, if too much of all keys is waiting. */
  tooManyWaiting: Rejection;
  /** Milliseconds of rest after work that took `ms`; by default none. */
  restAfter?: (ms: number) => number;
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

/** The text for an overload that has none of its own. */
const BUSY: Rejection = { msg: 'The server is busy. Try again in a moment.', retryAfter: 5 };

/** The response to an overload below the calls, such as too many waiting for the database. */
export function overloadResponse(): CallError {
  return callError(503, BUSY);
}

function callError(status: number, { msg, retryAfter }: Rejection): CallError {
  return new CallError(status, msg, [], retryAfter);
}
