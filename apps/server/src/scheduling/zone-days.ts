import { DAY } from './durations.ts';

/** Midnights of a time zone (an IANA name). A day is its number since 1970-01-01. */
export function zoneDays(zone: string): {
  /** The day at a moment. */
  dayAt: (at: Date) => number;
  /** The moment at which a day starts. */
  startOf: (day: number) => string;
} {
  const offset = offsetIn(zone);
  return {
    dayAt: (at) => Math.floor((at.getTime() + offset(at.getTime())) / DAY),
    startOf: (day) => {
      // The offset at midnight: near a change of the clocks, the first guess may have the offset of the other side.
      const guess = day * DAY - offset(day * DAY);
      return new Date(day * DAY - offset(guess)).toISOString();
    },
  };
}

/** The offset of a time zone from UTC at a moment, in milliseconds. */
function offsetIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
}
