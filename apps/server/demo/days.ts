export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** So many days of submissions, until now. */
export const DAYS = 92;

/**
 * About so many days before, and the same moment for the same number: some hours earlier than to the second, as not
 * everything happens at the time of day at which somebody starts the demo. Negative: days to come.
 */
export function daysBefore(now: Date, days: number): Date {
  const quarters = (Math.abs(days) * 37) % 29;
  return new Date(now.getTime() - days * DAY - quarters * 17 * MINUTE);
}

/** Midnight, for people `utcOffset` hours from UTC, at the beginning of the day `days` before today. */
export function midnight(now: Date, utcOffset: number, days: number): number {
  const local = now.getTime() + utcOffset * HOUR;
  return local - (local % DAY) - days * DAY - utcOffset * HOUR;
}

/** 0 is Sunday; of the day that begins at `begins`. */
export function weekday(begins: number, utcOffset: number): number {
  return new Date(begins + utcOffset * HOUR).getUTCDay();
}
