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

/** Periods that people ask for most, in the reader's own zone. */
export const PERIODS = ['today', 'yesterday', '7days', 'month', 'lastMonth'] as const;
export type Period = (typeof PERIODS)[number];

/** The first and last day of a period. */
export function daysOf(period: Period, now: Date): { from: string; to: string } {
  const day = (offset: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  const month = (offset: number, date: number) => new Date(now.getFullYear(), now.getMonth() + offset, date);
  const [from, to] = {
    today: [day(0), day(0)],
    yesterday: [day(-1), day(-1)],
    '7days': [day(-6), day(0)],
    month: [month(0, 1), month(1, 0)],
    lastMonth: [month(-1, 1), month(0, 0)],
  }[period] as [Date, Date];
  return { from: dayOf(from), to: dayOf(to) };
}

/** The period with these days; null if there is none. */
export function periodOf({ from, to }: { from?: string; to?: string }, now: Date): Period | null {
  return (
    PERIODS.find((period) => {
      const days = daysOf(period, now);
      return days.from === from && days.to === to;
    }) ?? null
  );
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
