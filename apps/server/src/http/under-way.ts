import { CallError } from './call-error.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Counts what is under way, and refuses more than `most` with 503 and Retry-After: what is refused at once can be sent
 * again, and what was accepted is not made to wait behind what cannot be done in time. `urgent` work has twice the room.
 */
export function underWay(most: number) {
  let count = 0;
  return async <Result>(urgent: boolean, work: () => Promise<Result>): Promise<Result> => {
    if (count >= (urgent ? 2 * most : most)) {
      throw new CallError(
        503,
        'Too much comes in at once. Nothing was stored; send it again.',
        [],
        RETRY_AFTER_SECONDS,
      );
    }
    count += 1;
    try {
      return await work();
    } finally {
      count -= 1;
    }
  };
}
