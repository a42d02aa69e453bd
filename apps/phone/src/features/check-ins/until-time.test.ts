import { expect, test } from 'vitest';
import { countdown, untilTime, usualUntil } from './until-time.ts';

test('a time that has passed today is tomorrow’s', () => {
  const now = new Date(2026, 10, 22, 14, 10);
  expect(untilTime('17:00', now)).toEqual(new Date(2026, 10, 22, 17, 0));
  expect(untilTime('14:10', now)).toEqual(new Date(2026, 10, 23, 14, 10));
  expect(untilTime('02:30', now)).toEqual(new Date(2026, 10, 23, 2, 30));
  expect(untilTime('', now)).toBeNull();
});

test('the usual end is a half hour in about four hours, also after midnight', () => {
  expect(usualUntil(new Date(2026, 10, 22, 8, 10))).toBe('12:30');
  expect(usualUntil(new Date(2026, 10, 22, 22, 0))).toBe('02:00');
});

test('the countdown never shows less time than there is, and ends at zero', () => {
  expect(countdown(245_000)).toBe('4:05');
  expect(countdown(59_001)).toBe('1:00');
  expect(countdown(-5_000)).toBe('0:00');
});
