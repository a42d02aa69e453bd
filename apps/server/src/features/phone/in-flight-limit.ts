import { CallError } from '../../http/errors/call-error.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';

const RETRY_AFTER_SECONDS = 2;

export type InFlightLimits = {
  /** Submissions of all subscribers. */
  all: number;
  /** Submissions of one subscriber: it cannot use up what is there for all. */
  perKey: number;
  /** What each subscriber may have even if all are used: many busy subscribers cannot shut out a quiet one. */
  always: number;
};

const ALL = 'all';

/**
 * Limits submissions in flight by key, and rejects further ones with 503 and Retry-After: what is rejected immediately
 * can be sent again, and what was accepted does not wait behind what cannot be done in time. Urgent work has twice the
 * room.
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
      const msg = 'Too much comes in at once. Nothing was stored; send it again.';
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
