import { expect, test, vi } from 'vitest';
import type { ClaimedMessage } from '../queue/claim.ts';
import { attempt, LONGEST_ATTEMPT_MS } from './attempt.ts';
import type { Outcome, ChannelAdapter } from '../channels/channel.ts';

const message = { id: 1 } as ClaimedMessage;

function begin(send: ChannelAdapter['send']) {
  const abort = new AbortController();
  const outcomes: Outcome[] = [];
  const ended = Promise.withResolvers<void>();
  attempt({ concurrency: 1, send }, message, { abort, isOwned: () => true, isIsolated: false }, (outcome) => {
    outcomes.push(outcome);
    ended.resolve();
  });
  return { abort, outcomes, ended: ended.promise };
}

test('ends an attempt without a reply as temporary and ignores the late reply', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<Outcome>();
  let stopped = false;
  const { outcomes, ended } = begin((_message, { signal }) => {
    signal.addEventListener('abort', () => (stopped = true));
    return answer.promise;
  });
  await vi.advanceTimersByTimeAsync(LONGEST_ATTEMPT_MS - 1);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await ended;
  answer.resolve({ kind: 'sent', providerText: '' });
  await answer.promise;
  expect(outcomes).toMatchObject([{ kind: 'temporary', fault: 'no-answer' }]);
  expect(stopped).toBe(true);
});

test('an adapter that throws counts as a temporary fault', async () => {
  const { outcomes, ended } = begin(() => {
    throw new Error('odd');
  });
  await ended;
  expect(outcomes).toEqual([{ kind: 'temporary', fault: 'unexpected', errorText: 'odd' }]);
});

test('ignores the outcome of an aborted message', async () => {
  const answer = Promise.withResolvers<Outcome>();
  const sending = Promise.withResolvers<AbortSignal>();
  const { abort, outcomes } = begin((_message, { signal }) => {
    sending.resolve(signal);
    return answer.promise;
  });
  const signal = await sending.promise;
  abort.abort();
  expect(signal.aborted).toBe(true);
  answer.resolve({ kind: 'sent', providerText: '' });
  await answer.promise;
  expect(outcomes).toEqual([]);
});
