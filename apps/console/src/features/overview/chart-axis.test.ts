import { expect, test } from 'vitest';
import { axisEnd } from './chart-axis.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 20],
  [41, 60],
  [75, 80],
  [99, 100],
  [1_200, 2_000],
])('an axis for at most %i ends at %i', (largest, end) => {
  expect(axisEnd(largest)).toBe(end);
});
