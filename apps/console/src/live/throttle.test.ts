import { expect, test } from 'vitest';
import { throttle } from './throttle.ts';

/** Resolves after all pending promises have continued. */
const settled = () => new Promise((resolve) => void setTimeout(resolve, 0));

function ground() {
  const done: number[] = [];
  let timeIsOver = (): void => undefined;
  const call = throttle(1000, (work) => {
    timeIsOver = work;
  });
  const next = async () => {
    timeIsOver();
    await settled();
  };
  return { done, call, next, doing: (number: number) => () => void done.push(number) };
}

test('the first call runs immediately, only the last of many more runs after the interval, and then none', async () => {
  const { done, call, next, doing } = ground();
  call(doing(1));
  expect(done).toEqual([1]);
  call(doing(2));
  call(doing(3));
  expect(done).toEqual([1]);
  await next();
  expect(done).toEqual([1, 3]);
  await next();
  expect(done).toEqual([1, 3]);
  call(doing(4));
  expect(done).toEqual([1, 3, 4]);
});

test('work that takes longer is not started again before it has finished, even if it fails', async () => {
  const { done, call, next, doing } = ground();
  const reading = Promise.withResolvers<void>();
  call(() => reading.promise);
  call(doing(1));
  await next();
  expect(done).toEqual([]);
  reading.reject(new Error('no network'));
  await settled();
  expect(done).toEqual([1]);
});
