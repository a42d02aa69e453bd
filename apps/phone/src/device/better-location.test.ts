import { expect, test } from 'vitest';
import { distance, isBetter } from './better-location.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, seconds)).toISOString();
const sent = { lat: 39.7565, lng: -104.9994, accuracy: 100, at: at(0) };

test('the distance of two locations is in meters', () => {
  // A minute of latitude is a nautical mile.
  expect(distance({ lat: 39, lng: -105 }, { lat: 39 + 1 / 60, lng: -105 })).toBeCloseTo(1853, -1);
});

test('the first location is always better than none', () => {
  expect(isBetter(sent, null)).toBe(true);
});

test('a clearly more accurate location is better immediately', () => {
  expect(isBetter({ ...sent, accuracy: 70, at: at(1) }, sent)).toBe(true);
  expect(isBetter({ ...sent, accuracy: 95, at: at(1) }, sent)).toBe(false);
});

test('a location is better if the person has moved further than it is accurate', () => {
  const moved = { ...sent, lat: sent.lat + 0.002, accuracy: 100, at: at(6) };
  expect(isBetter(moved, sent)).toBe(true);
  expect(isBetter({ ...moved, at: at(4) }, sent)).toBe(false);
  // The clock was set back since.
  expect(isBetter({ ...moved, at: at(-3600) }, sent)).toBe(true);
  expect(isBetter({ ...moved, accuracy: 400 }, sent)).toBe(false);
});
