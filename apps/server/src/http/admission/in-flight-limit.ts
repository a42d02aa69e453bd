import { CallError } from '../errors/call-error.ts';

const RETRY_AFTER_SECONDS = 2;

export type InFlightLimits = {
  /** Of all keys together. */
  all: number;
  /** Of one key: it cannot use up what is there for all. */
  perKey: number;
  /** What each key may have even where all is used up: many busy keys cannot shut out a quiet one. */
  always: number;
};

/**
 * Counts work in flight by key, and rejects what is beyond the limits with 503 and Retry-After: what is rejected right
 * away can be sent again, and what was accepted does not wait behind what cannot be done in time. Urgent work has twice
 * the room.
 */
export function limitInFlight({ all, perKey, always }: InFlightLimits) {
  const counts = new Map<string, number>();
  let total = 0;
  return async <Result>(key: string, urgent: boolean, work: () => Promise<Result>): Promise<Result> => {
    const own = counts.get(key) ?? 0;
    const times = urgent ? 2 : 1;
    if (own >= times * perKey || (total >= times * all && own >= always)) {
      throw new CallError(
        503,
        'Too much comes in at once. Nothing was stored; send it again.',
        [],
        RETRY_AFTER_SECONDS,
      );
    }
    counts.set(key, own + 1);
    total += 1;
    try {
      return await work();
    } finally {
      total -= 1;
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    }
  };
}
