import { DAY, HOUR, MINUTE } from '../src/scheduling/durations.ts';

/** The number of days of submissions, until now. */
export const DAYS = 92;

/**
 * A time about `days` days before `now`; the same number always gives the same time. It is some hours earlier than the
 * exact number of days, so that events do not all have the time of day at which the demo was started. A negative number
 * gives a time in the future.
 */
export function daysBefore(now: Date, days: number): Date {
  const quarters = (Math.abs(days) * 37) % 29;
  return new Date(now.getTime() - days * DAY - quarters * 17 * MINUTE);
}

/** The start of the day `days` days before today, in milliseconds, in the time zone `utcOffset` hours from UTC. */
export function midnight(now: Date, utcOffset: number, days: number): number {
  const local = now.getTime() + utcOffset * HOUR;
  return local - (local % DAY) - days * DAY - utcOffset * HOUR;
}

/** The weekday of the day that starts at `dayStart`; 0 is Sunday. */
export function weekday(dayStart: number, utcOffset: number): number {
  return new Date(dayStart + utcOffset * HOUR).getUTCDay();
}
