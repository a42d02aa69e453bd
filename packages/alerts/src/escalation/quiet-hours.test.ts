import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const NIGHT = { quiet_from: '21:00', quiet_until: '07:00' };

test.each([
  ['2026-11-25T03:59:59.000Z', false],
  ['2026-11-25T04:00:00.000Z', true],
  ['2026-11-25T13:59:59.000Z', true],
  ['2026-11-25T14:00:00.000Z', false],
])('in Denver, 9 PM to 7 AM is quiet in winter: %s %s', (at, isQuietThen) => {
  expect(isQuiet(NIGHT, at, 'America/Denver')).toBe(isQuietThen);
});

test('quiet hours follow the clock on the days when it changes', () => {
  // Clocks go forward on March 8, 2026 at 2 AM: 7 AM is one hour earlier in UTC than the day before.
  expect(isQuiet(NIGHT, '2026-03-07T13:59:00.000Z', 'America/Denver')).toBe(true);
  expect(isQuiet(NIGHT, '2026-03-08T12:59:00.000Z', 'America/Denver')).toBe(true);
  expect(isQuiet(NIGHT, '2026-03-08T13:00:00.000Z', 'America/Denver')).toBe(false);
  // They go back on November 1 at 2 AM: the hour from 1 AM occurs twice, and is quiet both times.
  const hour = { quiet_from: '01:00', quiet_until: '02:00' };
  const at = (time: string) => isQuiet(hour, `2026-11-01T${time}:00.000Z`, 'America/Denver');
  expect(['06:59', '07:00', '08:30', '08:59', '09:00'].map(at)).toEqual([false, true, true, true, false]);
});

test('an interval within a day, and equal times, which mean no quiet hours', () => {
  const noon = { quiet_from: '12:00', quiet_until: '13:30' };
  expect(isQuiet(noon, '2026-11-25T13:29:00.000Z', 'UTC')).toBe(true);
  expect(isQuiet(noon, '2026-11-25T13:30:00.000Z', 'UTC')).toBe(false);
  const none = { quiet_from: '09:00', quiet_until: '09:00' };
  expect(isQuiet(none, '2026-11-25T09:00:00.000Z', 'UTC')).toBe(false);
});

test('a zone that this server does not know counts as UTC', () => {
  expect(isQuiet(NIGHT, '2026-11-25T22:00:00.000Z', 'No/Where')).toBe(true);
});

const time = fc
  .record({ hour: fc.nat(23), minute: fc.nat(59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);

test('of two opposite intervals, exactly one is quiet at any time in any zone', () => {
  fc.assert(
    fc.property(
      time,
      time,
      fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
      fc.constantFrom('UTC', 'America/Denver', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe'),
      (from, until, at, zone) => {
        fc.pre(from !== until);
        const quiet = isQuiet({ quiet_from: from, quiet_until: until }, at.toISOString(), zone);
        const opposite = isQuiet({ quiet_from: until, quiet_until: from }, at.toISOString(), zone);
        expect(quiet).toBe(!opposite);
      },
    ),
  );
});
