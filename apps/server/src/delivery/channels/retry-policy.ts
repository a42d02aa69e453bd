import type { Channel } from '@callpoint/contract/channels/channels';
import { DRIVER } from './channels.ts';
import { MIN_RETRY_WAIT, HOUR } from './retry-schedule.ts';

/** Maximum share by which a wait is shortened or extended, so that messages that failed together are spread out. */
export const JITTER = 0.2;

type Circumstances = {
  /** Minimum wait that the provider requests, in milliseconds. */
  atLeast?: number;
  /** The provider was not reached: an immediate retry is pointless, so the shortest wait is the first interval. */
  unreached?: boolean;
};

/**
 * When to retry after `attempts` failed attempts (1 or more); null to give up.
 * `random` returns a number from 0 to below 1.
 */
export function nextAttempt(
  channel: Channel,
  attempts: number,
  createdAt: Date,
  now: Date,
  random: () => number,
  { atLeast = 0, unreached = false }: Circumstances = {},
): Date | null {
  const { waits, thenEvery, giveUpAfter } = DRIVER[channel].retry;
  const scheduled = waits[attempts - 1] ?? thenEvery;
  const wait = unreached ? Math.max(scheduled, MIN_RETRY_WAIT) : scheduled;
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
  const last = createdAt.getTime() + giveUpAfter;
  const next = now.getTime() + jittered;
  if (next > last) return null;
  // If the provider requests a wait beyond the retry window, the last attempt is at the end of the window.
  return new Date(Math.max(next, Math.min(last, now.getTime() + atLeast)));
}

/** Hours after which messages of a channel are given up. */
export function retryWindowHours(channel: Channel): number {
  return DRIVER[channel].retry.giveUpAfter / HOUR;
}
