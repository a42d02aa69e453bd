import { CallError } from '../errors/call-error.ts';
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
   * Submissions that each subscriber may have until twice the limit for all is reached, so that busy subscribers cannot
   * block a subscriber with few submissions.
   */
  always: number;
  /** Maximum submissions with these: limits the memory. */
  total: number;
};

const ALL = 'all';

/** One submission in flight. */
export type Place = {
  /** Its time says how long others must wait. Slow work has a lane of its own, and its time does not count. */
  countTime: () => void;
  leave: () => void;
};

/**
 * Limits submissions in flight by key. How many are accepted follows from how long the last ones took, so that accepted ones
 * do not wait too long. Urgent submissions have twice the limits.
 */
export class InFlightLimit {
  readonly #limits: InFlightLimits;
  readonly #now: () => number;
  readonly #inFlight = new ConcurrencyLimit();
  readonly #serviceTime: ServiceTime;

  /** @param now in milliseconds; for tests */
  constructor(limits: InFlightLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#serviceTime = new ServiceTime(limits.atLeast / 2);
  }

  isReached(key: string, urgent: boolean): boolean {
    const { wait, atLeast, all, perKey, always, total } = this.#limits;
    const times = urgent ? 2 : 1;
    const forAll = Math.min(all, Math.max(atLeast, wait / this.#serviceTime.read(this.#now())));
    // Twice the limit, or many subscribers with few submissions each would make all of them wait too long.
    const few = Math.min(total, 2 * times * forAll);
    const own = `key ${key}`;
    const limits = [
      { key: own, most: times * Math.max(always, Math.min(perKey, forAll / 2)) },
      { key: ALL, most: this.#inFlight.countOf(own) < times * always ? few : times * forAll },
    ];
    return this.#inFlight.findReached(limits) !== null;
  }

  /** Counts a submission until it leaves, also beyond the limits. */
  enter(key: string, startedAt = this.#now()): Place {
    const leave = this.#inFlight.enter([{ key: `key ${key}` }, { key: ALL }]);
    const before = this.#inFlight.countOf(ALL);
    const countTime = () => this.#serviceTime.note(this.#now() - startedAt, before, this.#now());
    return { countTime, leave };
  }
}

/** 503: the phone can retry a submission that is rejected immediately. One object, because a stack would cost more than the rest. */
export const TOO_MANY_SUBMISSIONS = new CallError(
  503,
  'Too many submissions at the same time. Nothing was stored. Send it again.',
  [],
  RETRY_AFTER_SECONDS,
);

/** Runs submissions within limits, and rejects further ones. `work` gets the function that counts its time. */
export function limitInFlight(limits: InFlightLimits, now?: () => number) {
  const limit = new InFlightLimit(limits, now);
  return async <Result>(
    key: string,
    urgent: boolean,
    work: (countTime: () => void) => Promise<Result>,
  ): Promise<Result> => {
    if (limit.isReached(key, urgent)) throw TOO_MANY_SUBMISSIONS;
    const { countTime, leave } = limit.enter(key);
    try {
      return await work(countTime);
    } finally {
      leave();
    }
  };
}
