import { DAY } from '../../scheduling/durations.ts';
import { zoneDays } from '../../scheduling/zone-days.ts';

/** A calendar month, e.g. `2026-11`, with its start and end in a time zone. */
export type Month = { month: string; starts: string; ends: string };

/** The last `count` months in a time zone (an IANA name), the current one first. */
export function lastMonths(zone: string, count: number, now: Date): Month[] {
  const { dayAt, startOf } = zoneDays(zone);
  const today = new Date(dayAt(now) * DAY);
  const startOfMonth = (back: number) =>
    startOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1) / DAY);
  return Array.from({ length: count }, (_, back) => ({
    month: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
    starts: startOfMonth(back),
    ends: startOfMonth(back - 1),
  }));
}
