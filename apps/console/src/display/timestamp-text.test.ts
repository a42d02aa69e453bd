import { expect, test } from 'vitest';
import { exactTimestampText, timestampText, relativeText } from './timestamp-text.ts';

test.each([
  ['Europe/Berlin', '21 Nov 2026, 09:14:07 CET'],
  ['America/New_York', '21 Nov 2026, 03:14:07 EST'],
  ['Australia/Sydney', '21 Nov 2026, 19:14:07 AEDT'],
  ['UTC', '21 Nov 2026, 08:14:07 UTC'],
  ['America/Sao_Paulo', '21 Nov 2026, 05:14:07 GMT-3'],
])('a moment includes the name of its zone: %s', (zone, text) => {
  expect(timestampText('2026-11-21T08:14:07.000Z', zone)).toBe(text);
});

test('midnight is 00, months have three letters, days no leading zero', () => {
  expect(timestampText('2026-09-05T00:00:00.000Z', 'UTC')).toBe('5 Sep 2026, 00:00:00 UTC');
});

test('summer and winter time have their own names', () => {
  expect(timestampText('2026-07-01T12:00:00.000Z', 'Europe/Berlin')).toBe('1 Jul 2026, 14:00:00 CEST');
});

test('text that is not a timestamp is shown unchanged', () => {
  expect(timestampText('soon')).toBe('soon');
  expect(relativeText('soon', 0)).toBe('');
});

test.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-60, '1 minute ago'],
  [-3599, '59 minutes ago'],
  [-7200, '2 hours ago'],
  [-86_400, '1 day ago'],
  [-86_400 * 400, '1 year ago'],
  [120, 'in 2 minutes'],
])('%i seconds from now is “%s”', (seconds, text) => {
  const now = Date.parse('2026-11-21T08:14:07.000Z');
  expect(relativeText(new Date(now + seconds * 1000).toISOString(), now)).toBe(text);
});

test('exact times have milliseconds', () => {
  expect(exactTimestampText('2026-11-21T08:14:07.345Z', 'Europe/Berlin')).toBe(
    '21 Nov 2026, 09:14:07.345 CET',
  );
  expect(exactTimestampText('2026-11-21T08:14:07Z', 'UTC')).toBe('21 Nov 2026, 08:14:07 UTC');
  expect(exactTimestampText('never')).toBe('never');
});
