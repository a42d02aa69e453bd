import type { Channel } from '@callpoint/alerts/messages';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Schedule = {
  /** Milliseconds to wait after the first, second, ... attempt that failed for a passing reason. */
  waits: readonly number[];
  /** And after each one beyond them. */
  thenEvery: number;
  /**
   * No further attempt is planned for later than this after the message was made. One that fell due while no server
   * ran still starts, once: nothing that was accepted is given up unsent.
   */
  giveUpAfter: number;
};

/** The first wait that is one. */
const FIRST_INTERVAL = 5 * SECOND;

const WAITS = [
  0,
  FIRST_INTERVAL,
  15 * SECOND,
  30 * SECOND,
  60 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
];

export const RETRY: Readonly<Record<Channel, Schedule>> = {
  email: { waits: WAITS, thenEvery: HOUR, giveUpAfter: 24 * HOUR },
  sms: { waits: WAITS, thenEvery: HOUR, giveUpAfter: 4 * HOUR },
};

/** Each wait is made this much shorter or longer at most, so that messages that failed together spread out. */
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
  const { waits, thenEvery, giveUpAfter } = RETRY[channel];
  const scheduled = waits[attempts - 1] ?? thenEvery;
  const wait = unreached ? Math.max(scheduled, FIRST_INTERVAL) : scheduled;
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
  const last = createdAt.getTime() + giveUpAfter;
  const next = now.getTime() + jittered;
  if (next > last) return null;
  // Who is asked to wait beyond the end still tries at the last moment.
  return new Date(Math.max(next, Math.min(last, now.getTime() + atLeast)));
}

/** `24 hours`, for the sentence that says why a message was given up. */
export function giveUpAfterInWords(channel: Channel): string {
  return `${RETRY[channel].giveUpAfter / HOUR} hours`;
}
