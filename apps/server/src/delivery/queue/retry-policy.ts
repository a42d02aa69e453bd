import type { Channel } from '@callpoint/contract/channels/channels';
import { DRIVER } from '../channels/channels.ts';
import { FIRST_INTERVAL, HOUR } from '../channels/retry-schedule.ts';

/** The largest share by which a wait is shortened or extended, so that messages that failed together spread out. */
export const JITTER = 0.2;

type Circumstances = {
  /** Milliseconds that the provider asked to wait. */
  atLeast?: number;
  /** The provider was not reached: trying again immediately is pointless, so the shortest wait is the first interval. */
  unreached?: boolean;
};

/**
 * When to try again after `attempts` failed ones (1 or more), or null: give up.
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
  const wait = unreached ? Math.max(scheduled, FIRST_INTERVAL) : scheduled;
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
  const last = createdAt.getTime() + giveUpAfter;
  const next = now.getTime() + jittered;
  if (next > last) return null;
  // A provider may ask to wait beyond the end: then the last attempt is at the end.
  return new Date(Math.max(next, Math.min(last, now.getTime() + atLeast)));
}

/** Hours after which messages of a channel are given up. */
export function retryWindowHours(channel: Channel): number {
  return DRIVER[channel].retry.giveUpAfter / HOUR;
}
