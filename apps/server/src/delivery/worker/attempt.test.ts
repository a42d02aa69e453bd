import { expect, test, vi } from 'vitest';
import type { ClaimedMessage } from '../queue/claim.ts';
import { attempt, LONGEST_ATTEMPT_MS } from './attempt.ts';
import type { Outcome, Sender } from '../channels/channel.ts';

const message = { id: 1 } as ClaimedMessage;

function begin(send: Sender['send']) {
  const abort = new AbortController();
  const outcomes: Outcome[] = [];
  const ended = Promise.withResolvers<void>();
  attempt({ atOnce: 1, send }, message, { abort, isOurs: () => true, apart: false }, (outcome) => {
    outcomes.push(outcome);
    ended.resolve();
  });
  return { abort, outcomes, ended: ended.promise };
}

test('an attempt without an answer ends, is temporary, and its late answer is not heard', async () => {
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
  answer.resolve({ kind: 'sent', detail: '' });
  await answer.promise;
  expect(outcomes).toMatchObject([
    { kind: 'temporary', fault: 'no-answer', detail: expect.stringContaining('within 120 seconds') },
  ]);
  expect(stopped).toBe(true);
});

test('a sender that throws has met a passing fault', async () => {
  const { outcomes, ended } = begin(() => {
    throw new Error('odd');
  });
  await ended;
  expect(outcomes).toEqual([{ kind: 'temporary', fault: 'unexpected', detail: 'Sending failed. (odd)' }]);
});

test('of a message that is no longer ours nothing is heard', async () => {
  const answer = Promise.withResolvers<Outcome>();
  const sending = Promise.withResolvers<AbortSignal>();
  const { abort, outcomes } = begin((_message, { signal }) => {
    sending.resolve(signal);
    return answer.promise;
  });
  const signal = await sending.promise;
  abort.abort();
  expect(signal.aborted).toBe(true);
  answer.resolve({ kind: 'sent', detail: '' });
  await answer.promise;
  expect(outcomes).toEqual([]);
});
