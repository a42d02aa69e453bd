import { expect, test } from 'vitest';
import { select, selectionOf, type Selection } from './selection.ts';

type Row = { id: number };
const keyOf = ({ id }: Row) => id;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

test('rows of several pages can be selected, and some of them deselected', () => {
  const none: Selection<Row> = new Map();
  const first = select(none, rows(1, 2), true, keyOf);
  const both = select(first, rows(3, 4), true, keyOf);
  const less = select(both, rows(2, 9), false, keyOf);
  expect([...less.keys()]).toEqual([1, 3, 4]);
  expect([...none.keys(), ...first.keys()]).toEqual([1, 2]);
});

test('the page’s checkbox shows whether all, some or none of its rows are selected', () => {
  const selection = select<Row>(new Map(), rows(1, 2, 7), true, keyOf);
  expect(selectionOf(selection, rows(1, 2), keyOf)).toBe('all');
  expect(selectionOf(selection, rows(1, 3), keyOf)).toBe('some');
  expect(selectionOf(selection, rows(3, 4), keyOf)).toBe('none');
  expect(selectionOf(selection, [], keyOf)).toBe('none');
});
