import { CallError } from '../../http/errors/call-error.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { ServiceTime } from './service-time.ts';

const RETRY_AFTER_SECONDS = 2;

export type InFlightLimits = {
  /** Maximum milliseconds that an accepted submission should wait for those before it. */
  wait: number;
  /** Submissions of all subscribers that are accepted regardless of how long the last ones took. */
  atLeast: number;
  /** Maximum submissions of all subscribers. */
  all: number;
  /** Maximum submissions of one subscriber; also at most half of the limit for all, so that others are accepted. */
  perKey: number;
  /**
   * Submissions that each subscriber may have even if the limit for all is reached, so that busy subscribers cannot block a
   * subscriber with few submissions.
   */
  always: number;
  /** Maximum submissions with these: limits the memory. */
  total: number;
};

const ALL = 'all';

/**
 * Limits submissions in flight by key, and rejects further ones with 503 and Retry-After: the phone can retry a submission
 * that is rejected immediately, and accepted ones do not wait too long. How many are accepted follows from how long the
 * last ones took. Urgent submissions have twice the limits. `work` calls its argument if its time says how long others must
 * wait: slow work has a lane of its own.
 * @param now in milliseconds; for tests
 */
export function limitInFlight(
  { wait, atLeast, all, perKey, always, total }: InFlightLimits,
  now: () => number = () => performance.now(),
) {
  const inFlight = new ConcurrencyLimit();
  const serviceTime = new ServiceTime(atLeast / 2);

  function limitsOf(own: string, urgent: boolean) {
    const times = urgent ? 2 : 1;
    const forAll = Math.min(all, Math.max(atLeast, wait / serviceTime.read(now())));
    return [
      { key: own, most: times * Math.max(always, Math.min(perKey, forAll / 2)) },
      { key: ALL, most: inFlight.countOf(own) < times * always ? total : times * forAll },
    ];
  }

  return async <Result>(
    key: string,
    urgent: boolean,
    work: (count: () => void) => Promise<Result>,
  ): Promise<Result> => {
    const limits = limitsOf(`key ${key}`, urgent);
    if (inFlight.findReached(limits)) {
      const msg = 'Too many submissions at the same time. Nothing was stored. Send it again.';
      throw new CallError(503, msg, [], RETRY_AFTER_SECONDS);
    }
    const leave = inFlight.enter(limits);
    const before = inFlight.countOf(ALL);
    const startedAt = now();
    try {
      return await work(() => serviceTime.note(now() - startedAt, before, now()));
    } finally {
      leave();
    }
  };
}
