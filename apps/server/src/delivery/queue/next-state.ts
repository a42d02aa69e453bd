import type { Channel } from '@callpoint/alerts/messages';
import { FAULTS } from '@callpoint/contract/faults';
import { giveUpAfterInWords, nextAttempt } from '../channels/retry-policy.ts';
import { tidyDetail, type Outcome } from '../channels/channel.ts';
import type { MessageState } from '@callpoint/contract/deliveries';

/** Of a message, what decides how it goes on. `attempts`: the ones recorded so far. */
export type Tried = { channel: Channel; attempts: number; created_at: string; resent_at?: string | null };

/** The columns of a message after an attempt. */
export type Verdict = {
  state: MessageState;
  reason: string | null;
  next_attempt_at: string | null;
  sent_at: string | null;
};

export const LOST_DETAIL = FAULTS.lost.means;

/** A message whose attempts were lost more often than this waits as after any other fault: it may be the cause. */
const LOST_AND_AT_ONCE = 3;

/** How a message goes on after an attempt that ended at `endedAt`. */
export function verdictOf(tried: Tried, outcome: Outcome, endedAt: Date, random: () => number): Verdict {
  const reason = tidyDetail(outcome.detail);
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', reason: null, next_attempt_at: null, sent_at: endedAt.toISOString() };
    case 'permanent':
      return failed(reason);
    case 'skipped':
      return { ...failed(reason), state: 'skipped' };
    case 'temporary':
      return tryLater(tried, reason, endedAt, random, outcome);
  }
}

/** How a message goes on whose attempt was lost, after `lostBefore` others. */
export function verdictOfLost(tried: Tried, lostBefore: number, now: Date, random: () => number): Verdict {
  if (lostBefore < LOST_AND_AT_ONCE) return pending(LOST_DETAIL, now);
  return tryLater(tried, LOST_DETAIL, now, random);
}

function tryLater(
  { channel, attempts, created_at, resent_at }: Tried,
  reason: string,
  now: Date,
  random: () => number,
  { retryAfter = 0, unreached = false }: { retryAfter?: number; unreached?: boolean } = {},
): Verdict {
  const next = nextAttempt(channel, attempts + 1, new Date(resent_at ?? created_at), now, random, {
    atLeast: retryAfter,
    unreached,
  });
  return next ? pending(reason, next) : failed(`Given up after ${giveUpAfterInWords(channel)}. ${reason}`);
}

function pending(reason: string, next: Date): Verdict {
  return { state: 'pending', reason, next_attempt_at: next.toISOString(), sent_at: null };
}

function failed(reason: string): Verdict {
  return { state: 'failed', reason, next_attempt_at: null, sent_at: null };
}
