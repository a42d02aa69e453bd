import { expect, test } from 'vitest';
import { inShownOrder, pendingChanges, pendingText } from './stable-rows.ts';

const ids = (...list: number[]) => list.map((id) => ({ id }));
const text = (shown: number[], fresh: number[], size = 3) =>
  pendingText(pendingChanges(ids(...shown), ids(...fresh), size), size);

test('nothing is shown while nothing changed', () => {
  expect(text([9, 8, 7], [9, 8, 7])).toBeNull();
  expect(text([], [])).toBeNull();
});

test('new rows are counted, also on a page that is not full', () => {
  expect(text([9, 8, 7], [11, 10, 9])).toBe('Show 2 new');
  expect(text([9], [10, 9])).toBe('Show 1 new');
  expect(text([], [1])).toBe('Show 1 new');
});

test('a full page of new rows may be more than a page', () => {
  expect(text([9, 8, 7], [14, 13, 12])).toBe('Show 3 or more new');
});

test('a row that was deleted elsewhere is a change', () => {
  expect(text([9, 8, 7], [9, 7, 6])).toBe('Show changes');
  expect(text([9, 8], [9])).toBe('Show changes');
});

test('changes of a row are shown at its position; deleted rows stay until the reader refreshes', () => {
  const shown = [
    { id: 9, state: 'held' },
    { id: 8, state: 'held' },
  ];
  const fresh = [
    { id: 10, state: 'pending' },
    { id: 8, state: 'sent' },
  ];
  expect(inShownOrder(shown, fresh)).toEqual([shown[0], fresh[1]]);
  expect(inShownOrder(shown, undefined)).toEqual(shown);
});
