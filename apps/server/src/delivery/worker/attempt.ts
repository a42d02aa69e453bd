import { FAULTS } from '@callpoint/contract/faults';
import type { ClaimedMessage } from '../queue/claim.ts';
import type { Outcome, Sender } from '../channels/channel.ts';

/** No attempt takes longer, whatever a provider does: past this its answer counts as lost. */
export const LONGEST_ATTEMPT_MS = 120_000;

const NO_ANSWER: Outcome = { kind: 'temporary', fault: 'no-answer', detail: FAULTS['no-answer'].means };

/** How a message is called back (`abort`), whether it is still ours, and whether it leaves on a connection apart. */
type Way = { abort: AbortController; isOurs: () => boolean; apart: boolean };

/**
 * Sends a message and calls `done` once with the outcome, or never when it was called back first: then the message is
 * no longer ours. A sender that throws has met a passing fault, as far as anyone can know.
 */
export function attempt(
  sender: Sender,
  message: ClaimedMessage,
  { abort, isOurs, apart }: Way,
  done: (outcome: Outcome) => void,
): void {
  const { signal } = abort;
  let ended = false;
  const end = (outcome: Outcome | null) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', calledBack);
    if (outcome) done(outcome);
  };
  const calledBack = () => end(null);
  const timer = setTimeout(() => {
    end(NO_ANSWER);
    abort.abort();
  }, LONGEST_ATTEMPT_MS);
  signal.addEventListener('abort', calledBack);
  Promise.resolve()
    .then(() => sender.send(message, { signal, isOurs }, apart))
    .then(end, (error: unknown) =>
      end({ kind: 'temporary', fault: 'unexpected', detail: `${FAULTS.unexpected.means} (${words(error)})` }),
    );
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
