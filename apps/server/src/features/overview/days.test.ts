import { expect, test } from 'vitest';
import { lastDays } from './days.ts';

const at = (iso: string) => new Date(iso);

test.each([
  ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-21T08:00:00.000Z', '2026-11-22T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-21T18:15:00.000Z'],
])('the days of %s start and end at its midnight', (zone, starts, ends) => {
  expect(lastDays(zone, 1, at('2026-11-21T12:00:00.000Z'))).toEqual([{ day: '2026-11-21', starts, ends }]);
});

test('the current day is that of the time zone', () => {
  const now = at('2026-11-21T23:30:00.000Z');
  expect(lastDays('Pacific/Auckland', 2, now).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
  expect(lastDays('America/New_York', 2, now).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
});

test('a day on which the clocks change has 23 or 25 hours, and there is no gap between days', () => {
  const days = lastDays('Europe/Berlin', 40, at('2026-11-10T12:00:00.000Z'));
  const hours = days.map(({ starts, ends }) => (Date.parse(ends) - Date.parse(starts)) / 3_600_000);
  expect(new Set(hours)).toEqual(new Set([24, 25]));
  expect(hours[days.findIndex(({ day }) => day === '2026-10-25')]).toBe(25);
  for (const [index, { starts }] of days.entries()) {
    if (index > 0) expect(starts).toBe(days[index - 1]?.ends);
  }
  const spring = lastDays('Europe/Berlin', 1, at('2026-03-29T12:00:00.000Z'))[0];
  expect((Date.parse(spring?.ends ?? '') - Date.parse(spring?.starts ?? '')) / 3_600_000).toBe(23);
});
