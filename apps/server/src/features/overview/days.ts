import type { Span } from '../../db/totals/submission-rollup.ts';
import { DAY } from '../../scheduling/durations.ts';
import { zoneDays } from '../../scheduling/zone-days.ts';

/** A calendar day, e.g. `2026-11-21`, with its start and end in a time zone. */
export type Day = Span & { day: string };

/** The last `count` days in a time zone (an IANA name), today last. */
export function lastDays(zone: string, count: number, now = new Date()): Day[] {
  const { dayAt, startOf } = zoneDays(zone);
  const today = dayAt(now);
  return Array.from({ length: count }, (_, index) => {
    const day = today - count + 1 + index;
    return {
      day: new Date(day * DAY).toISOString().slice(0, 10),
      starts: startOf(day),
      ends: startOf(day + 1),
    };
  });
}
