import { expect, test } from 'vitest';
import { shownPages } from './shown-pages.ts';

const shown = (current: number, total: number) =>
  shownPages(current, total)
    .map((page) => (typeof page === 'number' ? page : '…'))
    .join(' ');

test.each([
  [1, 1, '1'],
  [3, 7, '1 2 3 4 5 6 7'],
  [1, 20, '1 2 3 4 5 … 20'],
  [4, 20, '1 2 3 4 5 … 20'],
  [5, 20, '1 … 4 5 6 … 20'],
  [16, 20, '1 … 15 16 17 … 20'],
  [17, 20, '1 … 16 17 18 19 20'],
  [20, 20, '1 … 16 17 18 19 20'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
])('page %i of %i: %s', (current, total, expected) => {
  expect(shown(current, total)).toBe(expected);
});

test('a page past the end still has a pager', () => {
  expect(shown(99, 20)).toBe('1 … 16 17 18 19 20');
});
