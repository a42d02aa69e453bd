import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { fairQueue, overloadResponse } from '../../../../http/admission/fair-queue.ts';
import { CallError } from '../../../../http/errors/call-error.ts';
import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';
import { createPdfInThread } from './pdf-threads.ts';

/** Milliseconds in which a document is read and written. The longest legal ones need a few seconds without presses. */
const LONGEST = 30_000;
/** Milliseconds that a document waits for its turn. Proxies wait for a response for 60 s. */
const LONGEST_WAIT = 25_000;

/** Documents have a queue of their own: they take seconds, and the other expensive work of all subscribers would wait for them. */
const queue = fairQueue({
  concurrency: 1,
  perKey: 2,
  waiting: 20,
  longestWait: LONGEST_WAIT,
  tooManyOfKey: { msg: 'Your other documents are in progress. Wait until they finish.', retryAfter: 5 },
  tooManyWaiting: { msg: 'Many documents are in progress. Try again in a moment.', retryAfter: 10 },
});

const tooLong = () =>
  new CallError(
    503,
    'The document could not be written in time. Export the incident as JSON, or try again later.',
    [],
    60,
  );

/**
 * Runs `work` when the queue serves the account `key`; it gets a signal that ends it, and the function that writes a document. Ends
 * the work, or its wait, when the reply is closed and when `stopping` is aborted: CallError 503, as if it takes too long. Throws
 * CallError 429 or 503 if too much is waiting.
 */
export async function writeDocument<Result>(
  key: string,
  reply: FastifyReply,
  stopping: AbortSignal,
  work: (signal: AbortSignal, write: (file: IncidentFile) => Promise<Buffer>) => Promise<Result>,
): Promise<Result> {
  const closed = new AbortController();
  // A response that was closed before does not report it again.
  if (reply.raw.closed) closed.abort();
  else reply.raw.once('close', () => closed.abort());
  const ended = AbortSignal.any([closed.signal, stopping]);
  const late = new AbortController();
  const signal = AbortSignal.any([ended, late.signal]);
  const inTurn = async () => {
    const timer = setTimeout(() => late.abort(), LONGEST);
    try {
      const written = work(signal, (file) => createPdfInThread(file, signal));
      // A query of the work can take longer than its turn: the next document does not wait for it.
      return await Promise.race([written, rejectedBy(signal)]);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    return await queue.run(key, inTurn, ended);
  } catch (error) {
    if (ended.aborted) throw overloadResponse();
    if (late.signal.aborted) throw tooLong();
    throw error;
  }
}

/** Rejects when `signal` aborts. */
async function rejectedBy(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
