import type { FaultKind } from '@callpoint/contract/faults';
import type { ChannelAdapter, SendOutcome } from '../channels/channel.ts';
import type { ClaimedMessage } from '../queue/claim.ts';
import { traceAttempt } from './trace-attempt.ts';

/** Maximum duration of an attempt: after that its reply counts as lost. */
export const MAX_ATTEMPT_MS = 120_000;

const NO_REPLY: SendOutcome = { kind: 'temporary', fault: 'no-answer' };

/** Why a message must not be sent anymore; null if it may. */
export type ReasonNotToSend = (message: ClaimedMessage) => Promise<FaultKind | null>;

type Options = {
  abort: AbortController;
  isOwned: () => boolean;
  isIsolated: boolean;
  reasonNotToSend: ReasonNotToSend;
};

/**
 * Sends a message, or skips it, and calls `done` once with the outcome. Never calls it after `abort`, because the worker no longer
 * owns the message. An adapter that throws counts as a temporary fault.
 */
export function runAttempt(
  adapter: ChannelAdapter,
  message: ClaimedMessage,
  { abort, isOwned, isIsolated, reasonNotToSend }: Options,
  done: (outcome: SendOutcome) => void,
): void {
  const { signal } = abort;
  let isFinished = false;
  const finish = (outcome: SendOutcome | null) => {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', aborted);
    if (outcome) done(outcome);
  };
  const aborted = () => finish(null);
  const timer = setTimeout(() => {
    finish(NO_REPLY);
    abort.abort();
  }, MAX_ATTEMPT_MS);
  signal.addEventListener('abort', aborted);
  Promise.resolve()
    .then(() => reasonNotToSend(message))
    .then((fault): SendOutcome | Promise<SendOutcome> =>
      fault === null
        ? traceAttempt(message, () => adapter.send(message, { signal, isOwned }, isIsolated))
        : { kind: 'skipped', fault },
    )
    .then(finish, (error: unknown) =>
      finish({ kind: 'temporary', fault: 'unexpected', errorText: messageOf(error) }),
    );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
