import type { Channel } from '@callpoint/contract/channels/channels';
import type { MessageState } from '@callpoint/contract/deliveries';
import { cleanProviderText, type FaultTexts, type SendOutcome } from '../channels/channel.ts';
import type { FaultReason } from '../channels/message-reason.ts';
import { nextAttempt, retryWindowHours } from '../channels/retry-policy.ts';

/** The properties of a message that decide its next state. `attempts`: the number of recorded attempts. */
export type AttemptedMessage = {
  channel: Channel;
  attempts: number;
  created_at: string;
  resent_at?: string | null;
};

/** A message's state after an attempt. */
export type NextState = {
  state: MessageState;
  reason: FaultReason | null;
  next_attempt_at: string | null;
  sent_at: string | null;
};

/** A message with more lost attempts waits as after any other fault, because it may crash the worker. */
const LOST_RETRIED_IMMEDIATELY = 3;

/** The state of a message after an attempt that ended at `endedAt`. */
export function computeNextState(
  message: AttemptedMessage,
  outcome: SendOutcome,
  endedAt: Date,
  random: () => number,
): NextState {
  if (outcome.kind === 'sent')
    return { state: 'sent', reason: null, next_attempt_at: null, sent_at: endedAt.toISOString() };
  const reason: FaultReason = { code: outcome.fault, ...cleanTexts(outcome) };
  switch (outcome.kind) {
    case 'permanent':
      return failed(reason);
    case 'skipped':
      return { ...failed(reason), state: 'skipped' };
    case 'temporary':
      return retryLater(message, reason, endedAt, random, outcome);
  }
}

/** The texts of an attempt, cleaned for storage. */
export function cleanTexts({ providerText, errorText }: FaultTexts): FaultTexts {
  return {
    ...(providerText === undefined ? {} : { providerText: cleanProviderText(providerText) }),
    ...(errorText === undefined ? {} : { errorText: cleanProviderText(errorText) }),
  };
}

/** The state of a message whose attempt was lost, after `lostBefore` others. */
export function nextStateAfterLost(
  message: AttemptedMessage,
  lostBefore: number,
  now: Date,
  random: () => number,
): NextState {
  if (lostBefore < LOST_RETRIED_IMMEDIATELY) return pending({ code: 'lost' }, now);
  return retryLater(message, { code: 'lost' }, now, random);
}

function retryLater(
  { channel, attempts, created_at, resent_at }: AttemptedMessage,
  reason: FaultReason,
  now: Date,
  random: () => number,
  { retryAfter = 0, unreached = false }: { retryAfter?: number; unreached?: boolean } = {},
): NextState {
  const next = nextAttempt(channel, attempts + 1, new Date(resent_at ?? created_at), now, random, {
    atLeast: retryAfter,
    unreached,
  });
  return next ? pending(reason, next) : failed({ ...reason, givenUpAfterHours: retryWindowHours(channel) });
}

function pending(reason: FaultReason, next: Date): NextState {
  return { state: 'pending', reason, next_attempt_at: next.toISOString(), sent_at: null };
}

function failed(reason: FaultReason): NextState {
  return { state: 'failed', reason, next_attempt_at: null, sent_at: null };
}
