import { expect, test, vi } from 'vitest';
import type { ClaimedMessage } from '../queue/claim.ts';
import { runAttempt, MAX_ATTEMPT_MS } from './attempt.ts';
import type { SendOutcome, ChannelAdapter } from '../channels/channel.ts';

const message = { id: 1 } as ClaimedMessage;

function startAttempt(send: ChannelAdapter['send']) {
  const abort = new AbortController();
  const outcomes: SendOutcome[] = [];
  const finished = Promise.withResolvers<void>();
  runAttempt(
    { concurrency: 1, send },
    message,
    { abort, isOwned: () => true, isIsolated: false, reasonNotToSend: async () => null },
    (outcome) => {
      outcomes.push(outcome);
      finished.resolve();
    },
  );
  return { abort, outcomes, finished: finished.promise };
}

test('ends an attempt without a reply as temporary and ignores the late reply', async () => {
  vi.useFakeTimers();
  const reply = Promise.withResolvers<SendOutcome>();
  let stopped = false;
  const { outcomes, finished } = startAttempt((_message, { signal }) => {
    signal.addEventListener('abort', () => (stopped = true));
    return reply.promise;
  });
  await vi.advanceTimersByTimeAsync(MAX_ATTEMPT_MS - 1);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await finished;
  reply.resolve({ kind: 'sent', providerText: '' });
  await reply.promise;
  expect(outcomes).toMatchObject([{ kind: 'temporary', fault: 'no-answer' }]);
  expect(stopped).toBe(true);
});

test('an adapter that throws counts as a temporary fault', async () => {
  const { outcomes, finished } = startAttempt(() => {
    throw new Error('odd');
  });
  await finished;
  expect(outcomes).toEqual([{ kind: 'temporary', fault: 'unexpected', errorText: 'odd' }]);
});

test('ignores the outcome of an aborted message', async () => {
  const reply = Promise.withResolvers<SendOutcome>();
  const sending = Promise.withResolvers<AbortSignal>();
  const { abort, outcomes } = startAttempt((_message, { signal }) => {
    sending.resolve(signal);
    return reply.promise;
  });
  const signal = await sending.promise;
  abort.abort();
  expect(signal.aborted).toBe(true);
  reply.resolve({ kind: 'sent', providerText: '' });
  await reply.promise;
  expect(outcomes).toEqual([]);
});
