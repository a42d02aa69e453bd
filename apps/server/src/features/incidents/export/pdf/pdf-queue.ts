import type { FastifyReply } from 'fastify';
import { fairQueue, overloadResponse } from '../../../../http/admission/fair-queue.ts';
import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { createPdfInThread } from './pdf-threads.ts';

/** Milliseconds; the longest legal documents need a few seconds. */
const LONGEST = 30_000;

/** Documents have a queue of their own: they take seconds, and the other expensive work of all subscribers would wait for them. */
const queue = fairQueue({
  concurrency: 1,
  perKey: 2,
  waiting: 20,
  tooManyOfKey: { msg: 'Your other documents are in progress. Wait until they finish.', retryAfter: 5 },
  tooManyWaiting: { msg: 'Many documents are in progress. Try again in a moment.', retryAfter: 10 },
});

/**
 * Runs `work` when the queue serves the account `key`; it gets the function that writes a document. Ends it, or its wait, when the reply
 * is closed, when `stopping` is aborted, and if it takes too long: CallError 503. Throws CallError 429 or 503 if too much is waiting.
 */
export async function writeDocument<Result>(
  key: string,
  reply: FastifyReply,
  stopping: AbortSignal,
  work: (write: (file: IncidentFile) => Promise<Buffer>) => Promise<Result>,
): Promise<Result> {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  const ended = AbortSignal.any([closed.signal, stopping]);
  const write = (file: IncidentFile) =>
    createPdfInThread(file, AbortSignal.any([ended, AbortSignal.timeout(LONGEST)]));
  try {
    return await queue.run(key, () => work(write), ended);
  } catch (error) {
    if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
      throw overloadResponse();
    throw error;
  }
}
