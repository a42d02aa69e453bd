import { CallError } from '../../http/errors/call-error.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';

const RETRY_AFTER_SECONDS = 2;

export type InFlightLimits = {
  /** Maximum submissions of all subscribers. */
  all: number;
  /** Maximum submissions of one subscriber, so that it cannot use the entire limit. */
  perKey: number;
  /**
   * Submissions that each subscriber may have even if `all` is reached, so that busy subscribers cannot block a
   * subscriber with few submissions.
   */
  always: number;
};

const ALL = 'all';

/**
 * Limits submissions in flight by key, and rejects further ones with 503 and Retry-After: the phone can retry a submission
 * that is rejected immediately, and accepted ones do not wait too long. Urgent submissions have twice the
 * limits.
 */
export function limitInFlight({ all, perKey, always }: InFlightLimits) {
  const inFlight = new ConcurrencyLimit();
  return async <Result>(key: string, urgent: boolean, work: () => Promise<Result>): Promise<Result> => {
    const own = `key ${key}`;
    const times = urgent ? 2 : 1;
    const limits = [
      { key: own, most: times * perKey },
      { key: ALL, most: inFlight.countOf(own) < always ? Infinity : times * all },
    ];
    if (inFlight.findReached(limits)) {
      const msg = 'Too many submissions at the same time. Nothing was stored. Send it again.';
      throw new CallError(503, msg, [], RETRY_AFTER_SECONDS);
    }
    const leave = inFlight.enter(limits);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
