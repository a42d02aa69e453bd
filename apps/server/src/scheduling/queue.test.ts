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

/** Milliseconds for each item of a queue with so many. */
function timePerItem(items: number): number {
  const queue = new Queue<number>();
  const startedAt = performance.now();
  for (let item = 0; item < items; item += 1) queue.push(item);
  while (queue.length > 0) queue.shift();
  return (performance.now() - startedAt) / items;
}

test('an item of a long queue takes as long as one of a short queue', () => {
  timePerItem(10_000);
  // An array would take a hundred times as long.
  expect(timePerItem(400_000)).toBeLessThan(20 * timePerItem(10_000));
});
