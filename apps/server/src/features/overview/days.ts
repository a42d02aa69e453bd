import type { Span } from '../../db/submission-rollup.ts';
import { DAY } from '../../scheduling/durations.ts';

/** A calendar day, e.g. `2026-11-21`, with its start and end in a time zone. */
export type Day = Span & { day: string };

/** The last `count` days in a time zone (an IANA name), today last. */
export function lastDays(zone: string, count: number, now = new Date()): Day[] {
  const offset = offsetIn(zone);
  const today = Math.floor((now.getTime() + offset(now.getTime())) / DAY);
  const midnight = (day: number): string => {
    // The offset at midnight: near a change of the clocks, the first guess may have the offset of the other side.
    const guess = day * DAY - offset(day * DAY);
    return new Date(day * DAY - offset(guess)).toISOString();
  };
  return Array.from({ length: count }, (_, index) => {
    const day = today - count + 1 + index;
    return {
      day: new Date(day * DAY).toISOString().slice(0, 10),
      starts: midnight(day),
      ends: midnight(day + 1),
    };
  });
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
