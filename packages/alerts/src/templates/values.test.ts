import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLocation, anyMaps, anySubmission, anyUser } from '../arbitraries.ts';
import { DEFAULT_MAPS_URL, formatDegrees, fillMapUrl } from './maps.ts';
import { countSegments } from '../sms/segments.ts';
import { NOT_GIVEN, NOT_SHARED, variableValues } from './values.ts';

const user = { name: 'Ann Lee', email: 'ann@example.com', phone: '+1 202 555 0143' };
const maps = { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null };
const location = { lat: 40.7127837, lng: -74.0059430001 };

test('a location has coordinates, a link, and an image if an image address is set', () => {
  const without = variableValues({ user, submission: { location }, maps });
  const link = 'https://www.google.com/maps/search/?api=1&query=40.71278,-74.00594';
  expect(without.LOCATION.text).toBe('40.71278, -74.00594');
  expect(without.LOCATION_LINK).toEqual({ text: link, href: link, image: null });
  expect(without.LOCATION_IMAGE).toEqual({ text: link, href: link, image: null });

  const imageUrl = 'https://pics.example/?at=40.71278,-74.00594';
  const withImage = variableValues({
    user,
    submission: { location },
    maps: { ...maps, mapImageUrl: 'https://pics.example/?at={lat},{lng}' },
  });
  expect(withImage.LOCATION_IMAGE).toEqual({ text: imageUrl, href: link, image: imageUrl });
});

test('without a location, all three values state that and have no link', () => {
  for (const none of [null, { lat: Number.NaN, lng: 1 }]) {
    const values = variableValues({ user, submission: { location: none }, maps });
    for (const name of ['LOCATION', 'LOCATION_LINK', 'LOCATION_IMAGE'] as const) {
      expect(values[name]).toEqual({ text: NOT_SHARED, href: null, image: null });
    }
  }
});

test('uses the coordinates if the template gives no http address', () => {
  for (const mapsUrl of [
    '',
    'nonsense {lat} {lng}',
    'javascript:alert({lat},{lng})',
    'https://maps.example/',
  ]) {
    const values = variableValues({
      user,
      submission: { location },
      maps: { mapsUrl, mapImageUrl: mapsUrl },
    });
    expect(values.LOCATION_LINK).toEqual({ text: '40.71278, -74.00594', href: null, image: null });
    expect(values.LOCATION_IMAGE).toEqual({ text: '40.71278, -74.00594', href: null, image: null });
  }
});

test.each([
  [0, '0'],
  [-0, '0'],
  [-1e-9, '0'],
  [1e-7, '0'],
  [0.00001, '0.00001'],
  [-179.9999999, '-180'],
  [52.5, '52.5'],
])('formats %d degrees as %s', (value, shown) => {
  expect(formatDegrees(value)).toBe(shown);
});

test('formats degrees as decimals close to the value', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      expect(formatDegrees(value)).toMatch(/^-?\d{1,3}(\.\d{1,5})?$/);
      expect(Math.abs(Number(formatDegrees(value)) - value)).toBeLessThanOrEqual(5.1e-6);
    }),
  );
});

test('map addresses are http(s) and contain no character that ends a line or an attribute', () => {
  fc.assert(
    fc.property(anyLocation, anyMaps, (at, { mapsUrl, mapImageUrl }) => {
      for (const template of [mapsUrl, mapImageUrl, `https://m.example/${mapsUrl}?{lat},{lng}`]) {
        const address = at && template !== null ? fillMapUrl(template, at) : null;
        if (address !== null) expect(address).toMatch(/^https?:\/\/[!#-;=?-~]+$/);
      }
    }),
  );
});

test('all other values are one line, except for the message, and never blank', () => {
  fc.assert(
    fc.property(anyUser, anySubmission, (anyone, submission) => {
      const { MESSAGE, ...lines } = variableValues({ user: anyone, submission, maps });
      for (const { text } of Object.values(lines)) expect(text).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
      expect(MESSAGE.text).toMatch(/^(?:[^\p{Cc}\u2028\u2029]|[\t\n])+$/u);
    }),
  );
  const values = variableValues({
    user,
    submission: { location: null, company: ' \r\n ', message: 'a\r\nb\u0007' },
    maps,
  });
  expect(values.COMPANY.text).toBe(NOT_GIVEN);
  expect(values.PRODUCTS.text).toBe(NOT_GIVEN);
  expect(values.MESSAGE.text).toBe('a\nb');
});

test('the time of a press names its zone, and when it was received if that is much later', () => {
  const timeOf = (pressedAt: string | null, zone = 'America/Denver') =>
    variableValues({
      user,
      maps,
      submission: { location: null, time: { pressedAt, receivedAt: '2026-11-22T20:24:05.000Z', zone } },
    }).TIME.text;
  expect(timeOf(null)).toBe('Nov 22, 2026, 1:24 PM MST');
  expect(timeOf('2026-11-22T20:20:00.000Z')).toBe('Nov 22, 2026, 1:20 PM MST');
  expect(timeOf('2026-11-20T20:20:00.000Z')).toBe(
    'Nov 20, 2026, 1:20 PM MST (received Nov 22, 2026, 1:24 PM MST)',
  );
  // A phone whose clock is wrong.
  expect(timeOf('2031-01-01T00:00:00.000Z')).toBe('Nov 22, 2026, 1:24 PM MST');
  expect(timeOf(null, 'Asia/Kolkata')).toBe('Nov 23, 2026, 1:54 AM GMT+5:30');
  expect(timeOf(null, 'Europe/Berlin')).toBe('Nov 22, 2026, 9:24 PM GMT+1');
  expect(timeOf(null, 'No/Where')).toBe('Nov 22, 2026, 8:24 PM UTC');
});

test('a time has only characters of GSM-7, in every zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const values = variableValues({
      user,
      maps,
      submission: { location: null, time: { pressedAt: null, receivedAt: '2026-07-01T00:00:00.000Z', zone } },
    });
    expect([zone, countSegments(values.TIME.text).encoding]).toEqual([zone, 'GSM-7']);
  }
});

test('the record has a link, or a text that there is none', () => {
  const recordUrl = 'https://callpoint.example/app/r/PyuMHm8KTVWaUQ1uLG9bEQE';
  const valueOf = (url: string | null) =>
    variableValues({ user, maps, submission: { location: null, recordUrl: url } }).RECORD_LINK;
  expect(valueOf(recordUrl)).toEqual({ text: recordUrl, href: recordUrl, image: null });
  expect(valueOf(null)).toEqual({ text: 'not available', href: null, image: null });
});
