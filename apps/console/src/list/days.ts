import { buildListQuery, type ListState } from './list-state.ts';

/**
 * Days of a list's filter, `2026-11-20` as addresses and date fields write them, in the reader's own zone. A minute,
 * `2026-11-20T17:03`, is allowed instead of a day.
 */

/** The moment at which a day or minute starts in the reader's zone, or `later` of them after it; null if invalid. */
export function startOfDay(text: string, later = 0): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = parts
    .slice(1)
    .map((part) => Number(part || 0));
  const start = new Date(year, month - 1, date, hours, minutes);
  if (start.getMonth() !== month - 1 || start.getDate() !== date || minutes > 59) return null;
  if (isMinute(text)) start.setMinutes(minutes + later);
  else start.setDate(date + later);
  return start.toISOString();
}

/** True for a filter that is a minute, not a day. */
export function isMinute(text: string): boolean {
  return text.includes('T');
}

function limitsOf({ from, to }: ListState['filters']) {
  return [startOfDay(from ?? ''), startOfDay(to ?? '', 1)] as const;
}

/** The query of a list whose filters `from` and `to` are days or minutes, both included. */
export function buildTimedQuery(state: ListState): Record<string, string | number> {
  const { from: _from, to: _to, ...filters } = state.filters;
  const [first, last] = limitsOf(state.filters);
  return {
    ...buildListQuery({ ...state, filters }),
    ...(first === null ? {} : { filter_from: first }),
    ...(last === null ? {} : { filter_to: last }),
  };
}

/** True for a moment, ISO 8601 in UTC, between the filter's first and last day, both included. */
export function isWithinDays(filters: ListState['filters'], at: string): boolean {
  const [first, last] = limitsOf(filters);
  return (first === null || at >= first) && (last === null || at < last);
}

/** The reader's time zone by its IANA name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
