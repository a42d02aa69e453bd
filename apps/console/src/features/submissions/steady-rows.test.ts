import { expect, test } from 'vitest';
import { pendingChanges, pendingText } from './steady-rows.ts';

const ids = (...list: number[]) => list.map((id) => ({ id }));
const said = (shown: number[], fresh: number[], size = 3) =>
  pendingText(pendingChanges(ids(...shown), ids(...fresh), size), size);

test('nothing is said while nothing changed', () => {
  expect(said([9, 8, 7], [9, 8, 7])).toBeNull();
  expect(said([], [])).toBeNull();
});

test('rows that came in are counted, also on a page that is not full', () => {
  expect(said([9, 8, 7], [11, 10, 9])).toBe('Show 2 new');
  expect(said([9], [10, 9])).toBe('Show 1 new');
  expect(said([], [1])).toBe('Show 1 new');
});

test('a page of new rows may be more than a page', () => {
  expect(said([9, 8, 7], [14, 13, 12])).toBe('Show 3 or more new');
});

test('a row that was deleted elsewhere is a change', () => {
  expect(said([9, 8, 7], [9, 7, 6])).toBe('Show changes');
  expect(said([9, 8], [9])).toBe('Show changes');
});
