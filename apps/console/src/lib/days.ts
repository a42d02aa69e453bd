import { listQueryOf, type ListState } from './list-state.ts';

/** Days of a list's filter, `2026-11-20` as addresses and date fields write them, in the reader's own zone. */

/** The moment at which a day begins in the reader's zone, or `later` days after it; null for what is no day. */
export function startOfDay(day: string, later = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (start.getMonth() !== Number(month) - 1 || start.getDate() !== Number(date)) return null;
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The query of a list whose filters `from` and `to` are days, both of them included. */
export function timedQueryOf(state: ListState): Record<string, string | number> {
  const { from, to, ...filters } = state.filters;
  const [first, last] = [startOfDay(from ?? ''), startOfDay(to ?? '', 1)];
  return {
    ...listQueryOf({ ...state, filters }),
    ...(first === null ? {} : { filter_from: first }),
    ...(last === null ? {} : { filter_to: last }),
  };
}

/** True of a moment, ISO 8601 in UTC, from the filter's first day to its last, both included. */
export function isWithinDays({ from, to }: ListState['filters'], at: string): boolean {
  const [first, last] = [startOfDay(from ?? ''), startOfDay(to ?? '', 1)];
  return (first === null || at >= first) && (last === null || at < last);
}

/** The reader's time zone by its IANA name. */
export function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
