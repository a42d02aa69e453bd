import { expect, test } from 'vitest';
import { dayText, dayTotals } from './day-counts.ts';

test('a day has its items in the order of the menus, and their total', () => {
  const counts = [
    { kind: 'form' as const, item_id: 2, total: 1 },
    { kind: 'button' as const, item_id: 5, total: 3 },
    { kind: 'form' as const, item_id: 3, total: 2 },
  ];
  const { total, parts } = dayTotals({ day: '2026-11-21', counts });
  expect(total).toBe(6);
  expect(parts.map(({ label, total: count }) => `${label} ${count}`)).toEqual([
    'Lone Worker Emergency 3',
    'Need a Safety Product 2',
    'Request Safety Consultation 1',
  ]);
});

test('a day without submissions has no parts', () => {
  expect(dayTotals({ day: '2026-11-21', counts: [] })).toEqual({ day: '2026-11-21', total: 0, parts: [] });
});

test('a day’s name does not depend on the reader’s time zone', () => {
  expect(dayText('2026-11-01', 'short')).toBe('Nov 1');
  expect(dayText('2026-11-21', 'long')).toBe('Sat, Nov 21');
});
