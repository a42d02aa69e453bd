import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fewEachTick } from './few-each-tick.ts';

/** Runs work that adds its number to `done`. */
function recorder(most: number) {
  const run = fewEachTick(most);
  const done: number[] = [];
  const add = (...numbers: number[]) => {
    for (const number of numbers) run(() => void done.push(number));
  };
  return { done, add };
}

test('the first of a tick run immediately, the others in the next ticks in their order', async () => {
  const { done, add } = recorder(2);
  add(1, 2, 3, 4, 5);
  expect(done).toEqual([1, 2]);
  await setImmediate();
  expect(done).toEqual([1, 2, 3, 4]);
  // Also work of a later tick waits for what came before it.
  add(6);
  await setImmediate();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

test('work runs immediately again when nothing waits', async () => {
  const { done, add } = recorder(2);
  add(1, 2, 3);
  await setImmediate();
  await setImmediate();
  add(4, 5, 6);
  expect(done).toEqual([1, 2, 3, 4, 5]);
});

test('work that throws does not stop the work after it', async () => {
  const run = fewEachTick(1);
  const done: number[] = [];
  expect(() => {
    run(() => {
      throw new Error('broken');
    });
  }).toThrow('broken');
  run(() => void done.push(2));
  await setImmediate();
  expect(done).toEqual([2]);
});
