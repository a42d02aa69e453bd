import { expect, test } from 'vitest';
import { dayAfter, startOfDay } from './days.ts';

test('a day begins at midnight where the reader is', () => {
  const start = new Date(startOfDay('2026-11-21') ?? '');
  expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([
    2026, 10, 21, 0,
  ]);
  expect(startOfDay('soon')).toBeUndefined();
  expect(startOfDay('')).toBeUndefined();
});

test('the day after goes over the end of a month and a year', () => {
  expect(dayAfter('2026-11-30')).toBe('2026-12-01');
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('soon')).toBe('soon');
});
