import { expect, test } from 'vitest';
import { exactTimestampText } from './exact-timestamp-text.ts';
import {
  chosenTimeText,
  endText,
  listTimeText,
  relativeText,
  timestampText,
  zoneText,
} from './timestamp-text.ts';

test.each([
  ['Europe/Berlin', 'Nov 21, 2026, 9:14:07 AM CET'],
  ['America/New_York', 'Nov 21, 2026, 3:14:07 AM EST'],
  ['Australia/Sydney', 'Nov 21, 2026, 7:14:07 PM AEDT'],
  ['UTC', 'Nov 21, 2026, 8:14:07 AM UTC'],
  ['America/Sao_Paulo', 'Nov 21, 2026, 5:14:07 AM GMT-3'],
])('a moment includes the name of its zone: %s', (zone, text) => {
  expect(timestampText('2026-11-21T08:14:07.000Z', zone)).toBe(text);
});

test.each([
  ['America/Denver', 'MST/MDT'],
  ['Europe/Berlin', 'CET/CEST'],
  ['America/Phoenix', 'MST'],
  ['UTC', 'UTC'],
])('a list in %s names the zone of each season', (zone, text) => {
  expect(zoneText(2026, zone)).toBe(text);
});

test('midnight is 00, months have three letters, days no leading zero', () => {
  expect(timestampText('2026-09-05T00:00:00.000Z', 'UTC')).toBe('Sep 5, 2026, 12:00:00 AM UTC');
});

test('summer and winter time have their own names', () => {
  expect(timestampText('2026-07-01T12:00:00.000Z', 'Europe/Berlin')).toBe('Jul 1, 2026, 2:00:00 PM CEST');
});

test.each(['America/Denver', 'UTC', 'Pacific/Auckland'])(
  'an end that was chosen as a day is that day in %s',
  (zone) => {
    expect(endText('2027-03-31T23:59:59.999Z', zone)).toBe('Mar 31, 2027');
  },
);

test('an end that was chosen as a moment is shown with its time', () => {
  expect(endText('2027-03-31T13:00:00.000Z', 'UTC')).toBe('Mar 31, 2027, 1:00:00 PM UTC');
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
    'Nov 21, 2026, 9:14:07.345 AM CET',
  );
  expect(exactTimestampText('2026-11-21T08:14:07Z', 'UTC')).toBe('Nov 21, 2026, 8:14:07 AM UTC');
  expect(exactTimestampText('never')).toBe('never');
});

test('writes a chosen day or time as it was chosen', () => {
  expect(chosenTimeText('2026-11-21')).toBe('Nov 21, 2026');
  expect(chosenTimeText('2026-11-21T00:05')).toBe('Nov 21, 2026, 12:05 AM');
  expect(chosenTimeText('2026-11-21T13:00')).toBe('Nov 21, 2026, 1:00 PM');
  expect(chosenTimeText('soon')).toBe('soon');
});

test('writes a later time of a row as the time, or as another day', () => {
  const created = new Date(2026, 10, 21, 9, 14, 7).toISOString();
  expect(listTimeText(created)).toBe('Nov 21, 2026, 9:14:07 AM');
  expect(listTimeText(new Date(2026, 10, 21, 9, 14, 9).toISOString(), created)).toBe('9:14:09 AM');
  expect(listTimeText(new Date(2026, 10, 22, 0, 0, 1).toISOString(), created)).toBe('Nov 22, 2026');
  expect(listTimeText('soon', created)).toBe('soon');
});
