import { listQueryOf, type ListState } from './list-state.ts';

/**
 * Days of a list's filter, `2026-11-20` as addresses and date fields write them, in the reader's own zone. A minute,
 * `2026-11-20T17:03`, may stand in the place of a day.
 */

/** The moment at which a day begins in the reader's zone, or `later` days after it; null for what is no day. */
export function startOfDay(day: string, later = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (start.getMonth() !== Number(month) - 1 || start.getDate() !== Number(date)) return null;
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The moment at which a minute begins in the reader's zone, or `later` minutes after it; null for what is none. */
function startOfMinute(minute: string, later = 0): string | null {
  const [, day, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(minute) ?? [];
  if (!day || startOfDay(day) === null) return null;
  const [year, month, date] = day.split('-').map(Number);
  return new Date(
    Number(year),
    Number(month) - 1,
    date,
    Number(hours),
    Number(minutes) + later,
  ).toISOString();
}

/** True of a filter that is a minute. */
export function isMinute(text: string): boolean {
  return startOfMinute(text) !== null;
}

/** The minute of a moment in the reader's zone, as a filter has it. */
export function minuteOf(moment: string): string {
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function limitsOf({ from = '', to = '' }: ListState['filters']) {
  return [startOfDay(from) ?? startOfMinute(from), startOfDay(to, 1) ?? startOfMinute(to, 1)] as const;
}

/** The query of a list whose filters `from` and `to` are days or minutes, both of them included. */
export function timedQueryOf(state: ListState): Record<string, string | number> {
  const { from: _from, to: _to, ...filters } = state.filters;
  const [first, last] = limitsOf(state.filters);
  return {
    ...listQueryOf({ ...state, filters }),
    ...(first === null ? {} : { filter_from: first }),
    ...(last === null ? {} : { filter_to: last }),
  };
}

/** True of a moment, ISO 8601 in UTC, from the filter's first day to its last, both included. */
export function isWithinDays(filters: ListState['filters'], at: string): boolean {
  const [first, last] = limitsOf(filters);
  return (first === null || at >= first) && (last === null || at < last);
}

/** The reader's time zone by its IANA name. */
export function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
