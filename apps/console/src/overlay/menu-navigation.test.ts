import { expect, test } from 'vitest';
import { menuPosition, nextItem } from './menu-navigation.ts';

const names = ['Edit', 'Block', 'Delete', 'Download'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['Enter', 0, null],
  [' ', 0, null],
])('%s from item %i moves to %s', (key, current, expected) => {
  expect(nextItem(key, key, current, names)).toBe(expected);
});

test('a letter moves to the next item that starts with it, in a cycle', () => {
  expect(nextItem('d', 'd', 0, names)).toBe(2);
  expect(nextItem('d', 'dd', 2, names)).toBe(3);
  expect(nextItem('d', 'ddd', 3, names)).toBe(2);
  expect(nextItem('x', 'x', 0, names)).toBeNull();
});

test('letters typed quickly are the start of one name', () => {
  expect(nextItem('o', 'do', 2, names)).toBe(3);
  expect(nextItem('e', 'de', 2, names)).toBe(2);
});

const viewport = { width: 1000, height: 600 };
const size = { offsetWidth: 200, offsetHeight: 150 };
const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 });

test('a menu appears below its button, aligned with its right edge', () => {
  expect(menuPosition(at(800, 100), size, viewport)).toEqual({ left: 640, top: 144 });
});

test('a menu without room below appears above its button; without room anywhere, below', () => {
  expect(menuPosition(at(800, 500), size, viewport).top).toBe(346);
  expect(menuPosition(at(800, 60), size, { width: 1000, height: 180 }).top).toBe(104);
});

test('a menu never appears outside of the window', () => {
  expect(menuPosition(at(20, 100), size, viewport).left).toBe(8);
  expect(menuPosition(at(980, 100), size, viewport).left).toBe(792);
});
