import { inTime } from '../scheduling/in-time.ts';

/**
 * The same reading, which rejects if it takes longer than `most` milliseconds. While an earlier reading has not ended, it
 * rejects immediately: readings do not pile up behind a database that does not respond.
 */
export function limitReading<Result>(read: () => Promise<Result>, most: number): () => Promise<Result> {
  let isReading = false;
  return async () => {
    if (isReading) throw new Error('the reading before has not ended');
    isReading = true;
    const reading = read().finally(() => (isReading = false));
    return await inTime(reading, most, 'the reading takes too long');
  };
}
