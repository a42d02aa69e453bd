import { expect, test } from 'vitest';
import { HEIGHT, placePositions } from './place-positions.ts';

test('one position is in the middle', () => {
  expect(placePositions([{ lat: 52.52, lng: 13.405 }]).placed).toEqual([
    { x: 0.5, y: HEIGHT / 2, radius: 0 },
  ]);
});

test('north is up, east is right, and distances are true', () => {
  const { placed, scale } = placePositions([
    { lat: 0, lng: 0 },
    { lat: 0.001, lng: 0.001, accuracy: 20 },
  ]);
  const [old, newest] = placed;
  expect(newest?.x).toBeGreaterThan(old?.x ?? 1);
  expect(newest?.y).toBeLessThan(old?.y ?? 0);
  expect((newest?.x ?? 0) - (old?.x ?? 0)).toBeCloseTo((old?.y ?? 0) - (newest?.y ?? 0), 3);
  expect(scale.width / scale.meters).toBeCloseTo((newest?.radius ?? 0) / 20, 6);
});

test.each([
  ['north', { lat: 0.01, lng: 0 }],
  ['east', { lat: 0, lng: 0.01 }],
  ['southwest', { lat: -0.01, lng: -0.01 }],
])('every position is visible after movement to the %s', (_, newest) => {
  for (const { x, y } of placePositions([{ lat: 0, lng: 0 }, newest]).placed) {
    expect(Math.min(x, 1 - x)).toBeGreaterThan(0.1);
    expect(Math.min(y, HEIGHT - y)).toBeGreaterThan(0.1);
  }
});

test('positions on both sides of the antimeridian are near each other', () => {
  const { placed } = placePositions([
    { lat: 0, lng: 179.9999 },
    { lat: 0, lng: -179.9999 },
  ]);
  expect(Math.abs((placed[0]?.x ?? 0) - (placed[1]?.x ?? 9))).toBeLessThan(0.3);
});
