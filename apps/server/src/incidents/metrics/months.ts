import { DAY } from '../../scheduling/durations.ts';
import { zoneDays } from '../../scheduling/zone-days.ts';

/** A calendar month, e.g. `2026-11`, with its start and end in a time zone. */
export type Month = { month: string; starts: string; ends: string };

/** The last `count` months in a time zone (an IANA name), the current one first. */
export function lastMonths(zone: string, count: number, now: Date): Month[] {
  const { dayAt } = zoneDays(zone);
  const today = new Date(dayAt(now) * DAY);
  return Array.from({ length: count }, (_, back) =>
    monthOf(zone, today.getUTCFullYear(), today.getUTCMonth() - back),
  );
}

/** A month by its name, e.g. `2026-11`. */
export function findMonth(zone: string, name: string): Month {
  const [year = 1970, month = 1] = name.split('-').map(Number);
  return monthOf(zone, year, month - 1);
}

/** @param month from 0; another number counts on from the year before or after */
function monthOf(zone: string, year: number, month: number): Month {
  const { startOf } = zoneDays(zone);
  const first = Date.UTC(year, month, 1);
  return {
    month: new Date(first).toISOString().slice(0, 7),
    starts: startOf(first / DAY),
    ends: startOf(Date.UTC(year, month + 1, 1) / DAY),
  };
}
