import { expect, test } from 'vitest';
import { lastMonths } from './months.ts';

test('the current month is that of the time zone, and months start at its midnight', () => {
  const now = new Date('2026-11-01T03:00:00.000Z');
  expect(lastMonths('America/Denver', 2, now)).toEqual([
    { month: '2026-10', starts: '2026-10-01T06:00:00.000Z', ends: '2026-11-01T06:00:00.000Z' },
    { month: '2026-09', starts: '2026-09-01T06:00:00.000Z', ends: '2026-10-01T06:00:00.000Z' },
  ]);
  expect(lastMonths('Pacific/Auckland', 1, now)).toEqual([
    { month: '2026-11', starts: '2026-10-31T11:00:00.000Z', ends: '2026-11-30T11:00:00.000Z' },
  ]);
});

test('twelve months have no gap, over a new year and a change of the clocks', () => {
  const months = lastMonths('Europe/Berlin', 12, new Date('2026-02-28T12:00:00.000Z'));
  expect(months.map(({ month }) => month).slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  for (const [index, { ends }] of months.entries()) {
    if (index > 0) expect(ends).toBe(months[index - 1]?.starts);
  }
});
