import { FAULTS } from '@callpoint/contract/faults';
import type { ClaimedMessage } from './claim.ts';
import type { Ours, Outcome, Sender } from './sender.ts';

/** No attempt takes longer, whatever a provider does: past this its answer counts as lost. */
export const LONGEST_ATTEMPT_MS = 120_000;

const NO_ANSWER: Outcome = { kind: 'temporary', fault: 'no-answer', detail: FAULTS['no-answer'].means };

/**
 * Sends a message, by a connection `apart` where it should, and calls `done` once with the outcome, or never when `signal` was aborted first: then the
 * message is no longer ours. A sender that throws has met a passing fault, as far as anyone can know.
 */
export function attempt(
  sender: Sender,
  message: ClaimedMessage,
  { signal, isOurs }: Ours,
  apart: boolean,
  done: (outcome: Outcome) => void,
): void {
  const tooLong = new AbortController();
  let ended = false;
  const end = (outcome: Outcome) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', drop);
    done(outcome);
  };
  const drop = () => {
    ended = true;
    clearTimeout(timer);
    tooLong.abort();
  };
  const timer = setTimeout(() => {
    end(NO_ANSWER);
    tooLong.abort();
  }, LONGEST_ATTEMPT_MS);
  signal.addEventListener('abort', drop, { once: true });
  Promise.resolve()
    .then(() => sender.send(message, { signal: tooLong.signal, isOurs }, apart))
    .then(end, (error: unknown) =>
      end({ kind: 'temporary', fault: 'unexpected', detail: `${FAULTS.unexpected.means} (${words(error)})` }),
    );
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
