import { expect, test } from 'vitest';
import { firstRow } from './first-row.ts';

const middle = { shown: 20, total: 45, isFirst: false, isLast: false, start: 21 };

test('the first page starts at 1, the last one ends at the total, and others start where the page before ended', () => {
  expect(firstRow({ ...middle, isFirst: true })).toBe(1);
  expect(firstRow(middle)).toBe(21);
  expect(firstRow({ ...middle, shown: 5, isLast: true, start: 41 })).toBe(41);
  // Since the reader counted, three rows arrived.
  expect(firstRow({ ...middle, shown: 5, total: 48, isLast: true, start: 41 })).toBe(44);
  expect(firstRow({ ...middle, total: undefined })).toBe(21);
});

test('a start that cannot be is not shown', () => {
  for (const start of [Number.NaN, 0, -20, 1.5, 27, 1e9]) expect(firstRow({ ...middle, start })).toBeNull();
  expect(firstRow({ ...middle, start: 26 })).toBe(26);
  expect(firstRow({ ...middle, shown: 0, start: 21 })).toBeNull();
});
