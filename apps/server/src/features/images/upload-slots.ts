import { CallError } from '../../http/errors/call-error.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { MAX_UPLOAD_BYTES } from './receive-image.ts';

/**
 * How many bytes of uploads are in memory at the same time, in one process: until they are decoded. A slow phone sends
 * its image for minutes, and most have less than 1 MB. A subscriber's first upload has room when those of others have
 * reached the limit for all.
 */
const MOST = {
  user: 2 * MAX_UPLOAD_BYTES,
  subscriber: 4 * MAX_UPLOAD_BYTES,
  all: 8 * MAX_UPLOAD_BYTES,
  first: 24 * MAX_UPLOAD_BYTES,
};
const RETRY_AFTER_SECONDS = 5;
const ALL = 'all';

/** Counts the bytes of uploads until their calls have finished. */
export class UploadSlots {
  readonly #bytes = new ConcurrencyLimit();

  /** Throws CallError 429 or 503 if too many bytes are being uploaded. Returns the function that releases the bytes. */
  enter({ id, teamId }: { id: number; teamId: number }, bytes: number): () => void {
    const subscriber = `subscriber ${teamId}`;
    const limits = [
      { key: `user ${id}`, most: MOST.user },
      { key: subscriber, most: MOST.subscriber },
      { key: ALL, most: this.#bytes.countOf(subscriber) === 0 ? MOST.first : MOST.all },
    ];
    const reached = this.#bytes.findReached(limits, bytes);
    if (reached?.key === ALL) {
      throw new CallError(503, 'The server is busy. Try again in a moment.', [], RETRY_AFTER_SECONDS);
    }
    if (reached) {
      const msg = 'Other images are still being uploaded. Wait until they finish.';
      throw new CallError(429, msg, [], RETRY_AFTER_SECONDS);
    }
    return this.#bytes.enter(limits, bytes);
  }
}
