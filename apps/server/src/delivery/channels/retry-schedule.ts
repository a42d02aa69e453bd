/** The parts of retry schedules that all channels share. Milliseconds. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The shortest wait that is not zero. */
export const MIN_RETRY_WAIT = 5 * SECOND;

export const RETRY_WAITS: readonly number[] = [
  0,
  MIN_RETRY_WAIT,
  15 * SECOND,
  30 * SECOND,
  60 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
];
