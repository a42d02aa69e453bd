import { expect, test } from 'vitest';
import { isWithinDays, startOfDay, buildTimedQuery, daysOf, periodOf } from './days.ts';
import { toLocalMinute } from './minute-of.ts';

const local = (...parts: [number, number, number]) => new Date(...parts).toISOString();

test('a day starts at midnight in the reader’s time zone, also on days of 23 or 25 hours', () => {
  expect(startOfDay('2026-11-20')).toBe(local(2026, 10, 20));
  expect(startOfDay('2026-12-31', 1)).toBe(local(2027, 0, 1));
  expect(startOfDay('2026-03-29', 1)).toBe(local(2026, 2, 30));
});

test.each(['', '2026-02-30', '2026-13-01', '20-11-2026', 'today'])('%j is no day', (text) => {
  expect(startOfDay(text)).toBeNull();
});

test('the query starts at the first day and ends after the last one; other filters stay', () => {
  const state = { page: 2, perPage: 20, sort: 'id', order: 'desc' } as const;
  const filters = { from: '2026-11-20', to: '2026-11-21', state: 'failed' };
  expect(buildTimedQuery({ ...state, filters })).toEqual({
    page: 2,
    per_page: 20,
    sort: 'id',
    order: 'desc',
    filter_state: 'failed',
    filter_from: local(2026, 10, 20),
    filter_to: local(2026, 10, 22),
  });
  expect(buildTimedQuery({ ...state, filters: { from: 'x', to: '' } })).not.toHaveProperty('filter_from');
});

test('a timestamp matches the days of the filter, both included, and any day without a filter', () => {
  const noon = new Date(2026, 10, 20, 12).toISOString();
  expect(isWithinDays({}, noon)).toBe(true);
  expect(isWithinDays({ from: '2026-11-20', to: '2026-11-20' }, noon)).toBe(true);
  expect(isWithinDays({ to: '2026-11-19' }, noon)).toBe(false);
  expect(isWithinDays({ from: '2026-11-21' }, noon)).toBe(false);
});

test('a minute is allowed instead of a day', () => {
  const at = new Date(2026, 10, 20, 17, 3);
  const state = { page: 1, perPage: 20, sort: 'id', order: 'desc' } as const;
  expect(toLocalMinute(at.toISOString())).toBe('2026-11-20T17:03');
  const filters = { from: '2026-11-20T17:03', to: '2026-11-20T17:59' };
  expect(buildTimedQuery({ ...state, filters })).toMatchObject({
    filter_from: at.toISOString(),
    filter_to: new Date(2026, 10, 20, 18, 0).toISOString(),
  });
  expect(isWithinDays(filters, at.toISOString())).toBe(true);
  for (const text of ['2026-02-30T10:00', '2026-11-20T24:00', '2026-11-20T10:60', '2026-11-20T10:00:00']) {
    expect([text, startOfDay(text)]).toEqual([text, null]);
  }
});

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['7days', '2026-02-23', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
] as const)('%s is from %s to %s, and these days are found as this period', (period, from, to) => {
  const now = new Date(2026, 2, 1, 0, 30);
  expect(daysOf(period, now)).toEqual({ from, to });
  expect(periodOf({ from, to }, now)).toBe(period === 'today' ? 'today' : period);
  expect(periodOf({ from }, now)).toBe(null);
});

test('the months around a new year are in different years', () => {
  expect(daysOf('lastMonth', new Date(2027, 0, 31))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOf('month', new Date(2026, 11, 5))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
