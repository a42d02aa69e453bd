import { expect, test } from 'vitest';
import { Queue } from './queue.ts';

test('items leave in the order in which they were added, also while more are added', () => {
  const queue = new Queue<number>();
  expect(queue.shift()).toBeUndefined();
  const left: (number | undefined)[] = [];
  for (const item of [1, 2, 3]) queue.push(item);
  left.push(queue.shift());
  for (const item of [4, 5]) queue.push(item);
  expect(queue.length).toBe(4);
  while (queue.length > 0) left.push(queue.shift());
  expect(left).toEqual([1, 2, 3, 4, 5]);
  expect(queue.shift()).toBeUndefined();
});
