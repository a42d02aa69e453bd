import { expect, test } from 'vitest';
import { throttle } from './throttle.ts';

test('the first call works at once, of many more the last one does, and quiet ends it', () => {
  const done: number[] = [];
  let next = (): void => undefined;
  const call = throttle(1000, (work) => {
    next = work;
  });
  const doing = (number: number) => () => void done.push(number);
  call(doing(1));
  expect(done).toEqual([1]);
  call(doing(2));
  call(doing(3));
  expect(done).toEqual([1]);
  next();
  expect(done).toEqual([1, 3]);
  next();
  expect(done).toEqual([1, 3]);
  call(doing(4));
  expect(done).toEqual([1, 3, 4]);
});
