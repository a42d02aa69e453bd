import { expect, test } from 'vitest';
import { timeText } from './time-text.ts';

/** The same without anything that was formatted before. */
function formatted(at: string, timeZone: string): string {
  const options = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone, timeZoneName: 'short' })
    .format(new Date(at))
    .replaceAll(/\s/g, ' ')
    .replaceAll('\u2212', '-');
}

test('times in turn have their own text, in every zone, also next to changes of the minute, of the offset and of the year', () => {
  const times = [
    '2026-11-27T20:59:59.999Z',
    '2026-11-27T21:00:00.000Z',
    '2026-11-27T21:00:59.999Z',
    '2026-11-01T07:59:59.999Z',
    '2026-11-01T08:00:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2027-01-01T00:00:00.000Z',
    '1973-01-01T00:00:00.000Z',
    '1972-01-07T00:44:29.000Z',
    '1972-01-07T00:44:30.000Z',
    '1883-11-18T16:59:59.000Z',
    '0001-01-01T00:00:00.000Z',
  ];
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    for (const at of times) expect([zone, at, timeText(at, zone)]).toEqual([zone, at, formatted(at, zone)]);
  }
});

test('a name of no zone counts as UTC, whatever it contains', () => {
  const at = '2026-11-27T21:00:00.000Z';
  for (const zone of ['', 'No/Where', 'America/Denver ', 'America/Denver x', ' America/Denver', '5'])
    expect([zone, timeText(at, zone)]).toEqual([zone, 'Nov 27, 2026, 9:00 PM UTC']);
});

test('the offsets of all zones are whole minutes since 1973', () => {
  const offsetOf = (at: string, zone: string) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    return format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value;
  };
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const year of [1973, 1980, 1990, 2000, 2010, 2026]) {
      expect(offsetOf(`${year}-01-01T00:00:00.000Z`, zone)).toMatch(/^GMT(?:[+-]\d\d:\d\d)?$/);
    }
  }
  // The only one that was not, until 1972.
  expect(offsetOf('1972-01-01T00:00:00.000Z', 'Africa/Monrovia')).toBe('GMT-00:44:30');
});
